import { expect, it } from 'vitest'
import { normalizeDn } from './normalize-dn.ts'

it.each([
  ['cn=Ada,dc=example,dc=com', 'CN=ada, DC=Example , dc = com'],
  ['cn=Love\\, Ada,dc=com', 'cn=Love\\2C Ada;dc=com'],
  ['cn=Zoë,dc=com', 'CN=Zo\\C3\\AB,DC=com'],
  ['cn=Ada  King,dc=com', 'cn=Ada King,dc=com'],
])('%s and %s are the same entry', (one, other) => {
  expect(normalizeDn(one)).toBe(normalizeDn(other))
})

it.each([
  ['cn=Love\\, Ada,dc=com', 'cn=Love,cn=Ada,dc=com'],
  ['cn=Ada,dc=com', 'cn=Ada+dc=com'],
  ['cn=Ada\\ ,dc=com', 'cn=Ada,dc=com'],
  ['cn=Ada,dc=example,dc=com', 'cn=Ada,dc=com'],
])('%s and %s are not', (one, other) => {
  expect(normalizeDn(one)).not.toBe(normalizeDn(other))
})
