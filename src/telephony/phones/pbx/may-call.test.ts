import { describe, expect, it } from 'vitest'
import { type CallingClass, findReachedLimit, mayCall } from './may-call.ts'

const usual = { allowedCountries: null, deniedPrefixes: [], allowsSpecialRates: false }

describe('mayCall', () => {
  it.each([
    ['internal', '+12025550177', 'US', false],
    ['national', '+12025550177', 'United States', true],
    ['national', '+493012345678', 'US', false],
    ['international', '+493012345678', 'US', true],
    ['national', '+493012345678', 'Germany', true],
    // The same calling code, another country.
    ['national', '+18765550123', 'US', false],
    ['national', '+16045550123', 'US', false],
    ['national', '+18765230123', 'JM', true],
    ['national', '+447781123456', 'GB', false],
    // Numbers of examples are not assigned to any country.
    ['national', '+15550199000', 'US', true],
    // Premium rate and shared cost.
    ['national', '+19002345678', 'US', false],
    ['international', '+19002345678', 'US', false],
    ['international', '+499001234567', 'DE', false],
    ['national', '+491803123456', 'DE', false],
    ['national', '+448712345678', 'GB', false],
    // Digits at the end that are too many do not help.
    ['international', '+4990012345670', 'DE', false],
    ['international', '+49900123456701', 'DE', false],
    ['national', '+498001234567', 'DE', true],
    // Satellites, international networks and premium rate of no country.
    ['international', '+870773111632', 'US', false],
    ['international', '+881612345678', 'US', false],
    ['international', '+882123456789', 'US', false],
    ['international', '+883510000000094', 'US', false],
    ['international', '+979123456789', 'US', false],
  ] as const)('class %s calls %s from %s: %s', (callingClass, number, country, isPermitted) => {
    expect(mayCall(callingClass, usual, number, country)).toBe(isPermitted)
  })

  it.each([
    ['a country of the list', { allowedCountries: ['DE', 'FR'] }, '+493012345678', true],
    ['another country', { allowedCountries: ['FR'] }, '+493012345678', false],
    ['the own country, which no list needs', { allowedCountries: [] }, '+12025550177', true],
    ['a denied range', { deniedPrefixes: ['+4930'] }, '+493012345678', false],
    ['a denied range of the own country', { deniedPrefixes: ['+1202'] }, '+12025550177', false],
    ['special rates that are allowed', { allowsSpecialRates: true }, '+881612345678', true],
  ])('%s', (_, rules, number, isPermitted) => {
    expect(mayCall('international' as CallingClass, { ...usual, ...rules }, number, 'US')).toBe(isPermitted)
  })
})

describe('findReachedLimit', () => {
  const none = { limits: { calls: null, minutes: null }, use: { calls: 99, seconds: 1e9 } }
  it.each([
    ['calls at once', { limits: { calls: 2, minutes: null }, use: { calls: 2, seconds: 0 } }, 'calls'],
    ['one more call', { limits: { calls: 2, minutes: 1 }, use: { calls: 1, seconds: 59 } }, undefined],
    ['used up minutes', { limits: { calls: 2, minutes: 1 }, use: { calls: 0, seconds: 60 } }, 'minutes'],
  ])('%s', (_, one, reached) => {
    expect(findReachedLimit(one, none)).toBe(reached && `company_${reached}`)
    expect(findReachedLimit(none, one)).toBe(reached && `trunk_${reached}`)
  })
})
