import { describe, expect, it } from 'vitest'
import { matchesPattern, readPattern } from './match-pattern.ts'

describe('patterns of outbound routes', () => {
  it.each([
    ['+49.', '+493012345678', true],
    ['+49.', '+49', false],
    ['+49.', '+43123456', false],
    ['+1202NXXXXXX', '+12025550177', true],
    ['+1202NXXXXXX', '+12021550177', false],
    ['+1202NXXXXXX', '+120255501779', false],
    ['+33[67].', '+33612345678', true],
    ['+33[13-5].', '+33412345678', true],
    ['+33[13-5].', '+33212345678', false],
    ['+Z.', '+12025550177', true],
    ['311', '311', true],
    ['311', '3111', false],
    ['3XX', '311', true],
  ])('%s and %s: %s', (pattern, number, fits) => {
    expect(matchesPattern(pattern, number)).toBe(fits)
  })

  it.each([
    '',
    '+',
    '.',
    '49 30',
    '+49!',
    '+4.9',
    '[',
    '[]',
    '[5-1]',
    '+4[9',
    '+x',
    'tel',
    '+'.padEnd(80, '1'),
  ])('%s is no pattern', (text) => {
    expect(readPattern(text)).toBeUndefined()
    expect(matchesPattern(text, text)).toBe(false)
  })
})
