import { describe, expect, it } from 'vitest'
import { matches, parseFilter } from './scim-filter.ts'

const resource = {
  userName: 'Ben@example.com',
  externalId: 'Abc',
  active: true,
  name: { familyName: 'Okri' },
  emails: [
    { type: 'work', value: 'ben@example.com' },
    { type: 'home', value: 'ben@home.example' },
  ],
  meta: { lastModified: '2026-05-13T04:42:34Z' },
}

describe('filters of SCIM', () => {
  it.each([
    ['userName eq "ben@EXAMPLE.com"', true],
    ['USERNAME Eq "ben@example.com"', true],
    ['externalId eq "abc"', false],
    ['name.familyName co "kr"', true],
    ['name.familyName sw "kr"', false],
    ['name.familyName ew "ri"', true],
    ['title pr', false],
    ['name pr and active eq true', true],
    ['active eq "True"', true],
    ['userName ne "ben@example.com"', false],
    ['title ne "x"', true],
    ['meta.lastModified gt "2026-05-12T00:00:00Z"', true],
    ['meta.lastModified le "2026-05-12T00:00:00Z"', false],
    ['emails[type eq "work" and value co "@example.com"]', true],
    ['emails[type eq "work" and value co "@home"]', false],
    ['emails[type eq "work"].value eq "ben@example.com"', true],
    ['emails[type eq "work"].value eq "ben@home.example"', false],
    ['emails.type eq "home"', true],
    ['title pr or userName sw "b" and active eq false', false],
    ['(title pr or userName sw "b") and not (active eq false)', true],
    ['userName eq "a \\" b"', false],
    ['urn:ietf:params:scim:schemas:core:2.0:User:name.familyName eq "okri"', true],
  ])('%s: %s', (text, expected) => expect(matches(parseFilter(text), resource)).toBe(expected))

  it.each([
    'userName',
    'userName eq',
    'userName is "x"',
    '"x" eq userName',
    'userName eq "x',
    'userName eq "x" and',
    '(userName eq "x"',
    'userName eq "x")',
    'emails[type eq "work"',
    'not userName eq "x"',
    '',
    '('.repeat(1000),
    `${'('.repeat(25)}a pr${')'.repeat(25)}`,
    `userName eq "${'x'.repeat(3000)}"`,
  ])('refuses %s', (text) => expect(() => parseFilter(text)).toThrow())
})
