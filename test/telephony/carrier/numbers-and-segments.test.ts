import { describe, expect, it } from 'vitest'
import { normalizeNumber, tenDigits } from '../../../src/telephony/normalize-number.ts'
import { countSegments } from '../../../src/telephony/texting/carriers/count-segments.ts'

describe('countSegments', () => {
  it.each([
    ['', 1, 'GSM-7'],
    ['a'.repeat(160), 1, 'GSM-7'],
    ['a'.repeat(161), 2, 'GSM-7'],
    ['a'.repeat(306), 2, 'GSM-7'],
    ['a'.repeat(307), 3, 'GSM-7'],
    ['€'.repeat(80), 1, 'GSM-7'],
    ['€'.repeat(81), 2, 'GSM-7'],
    // The euro sign needs two places, and is not cut: one place of the first part stays free.
    [`${'a'.repeat(152)}€${'a'.repeat(151)}`, 2, 'GSM-7'],
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3, 'GSM-7'],
    ['one\r\ntwo', 1, 'GSM-7'],
    ['ж'.repeat(70), 1, 'UCS-2'],
    ['ж'.repeat(71), 2, 'UCS-2'],
    ['ж'.repeat(135), 3, 'UCS-2'],
    ['👍'.repeat(35), 1, 'UCS-2'],
    ['👍'.repeat(36), 2, 'UCS-2'],
    ['ç', 1, 'UCS-2'],
  ])('%j is %i in %s', (text, segments, encoding) => {
    expect(countSegments(text)).toEqual({ segments, encoding })
  })
})

describe('normalizeNumber', () => {
  it.each([
    ['+18586881740', 'US', '+18586881740'],
    ['858-688-1740', 'US', '+18586881740'],
    ['8586881740', 'US', '+18586881740'],
    ['1 (858) 688 1740', 'US', '+18586881740'],
    [' +1 202 555 0100 ', 'US', '+12025550100'],
    ['2025550199', 'US', '+12025550199'],
    ['+12025550123', 'GB', '+12025550123'],
    ['020 7946 0000', 'GB', '+442079460000'],
    ['020 7946 0000', 'United Kingdom', '+442079460000'],
    ['020 7946 0000', 'UK', '+442079460000'],
    ['8586881740', 'United States', '+18586881740'],
    ['8586881740', 'USA', '+18586881740'],
    ['8586881740', 'U.S.A.', '+18586881740'],
    ['030 901820', 'germany', '+4930901820'],
    ['8586881740', 'Atlantis', '+18586881740'],
    ['8586881740', '', '+18586881740'],
  ])('%j in %s is %s', (text, country, expected) => {
    expect(normalizeNumber(text, country)).toBe(expected)
  })

  it.each([
    '',
    'hello',
    '12345',
    '5551234',
    '+1202555012345',
    '+999123456789',
    'call 858-688-1740',
    '858-688-1740 ext. 5',
    '8586881740; drop table texts',
    '1'.repeat(5000),
  ])('%j is no number', (text) => {
    expect(normalizeNumber(text, 'US')).toBeUndefined()
  })
})

describe('tenDigits', () => {
  it.each([
    ['+18586881740', '8586881740'],
    ['+12025550101', '2025550101'],
    ['+442079460000', '442079460000'],
    ['72345', '72345'],
  ])('%s is %s', (number, expected) => {
    expect(tenDigits(number)).toBe(expected)
  })
})
