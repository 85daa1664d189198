import { expect, it } from 'vitest'
import { followedCallerId } from './followed-caller-id.ts'

const FIXED = '(202) 555-0100'
const fixed = { name: 'Ben', number: '+12025550100' }
const did = { name: 'Ben', number: '+12025550123' }
const outside = { number: undefined, did: '+12025550123' }

it.each([
  ['default', undefined, undefined],
  ['fixed', fixed, fixed],
  ['extern', undefined, fixed],
  ['did', undefined, did],
  ['forcedid', undefined, did],
])('%s: numbers outside see another caller id for calls from inside and outside', (mode, inside, from) => {
  const data = { findmefollow_changecid: mode, findmefollow_fixedcid: FIXED }
  expect(followedCallerId(data, 'Ben', undefined, 'US')).toEqual(inside)
  expect(followedCallerId(data, 'Ben', outside, 'US')).toEqual(from)
})

it('a caller id without a number, and a number that is not known, change nothing', () => {
  const data = { findmefollow_changecid: 'fixed', findmefollow_fixedcid: '' }
  expect(followedCallerId(data, 'Ben', outside, 'US')).toBeUndefined()
  expect(followedCallerId({ ...data, findmefollow_fixedcid: 'Acme' }, 'Ben', outside, 'US')).toBeUndefined()
  const byNumber = { ...data, findmefollow_changecid: 'did' }
  expect(followedCallerId(byNumber, 'Ben', { did: undefined, number: undefined }, 'US')).toBeUndefined()
})

it('a fixed caller id may have a name', () => {
  const data = { findmefollow_changecid: 'fixed', findmefollow_fixedcid: '"Acme" <+12025550100>' }
  expect(followedCallerId(data, 'Ben', undefined, 'US')).toEqual({ name: 'Acme', number: '+12025550100' })
})
