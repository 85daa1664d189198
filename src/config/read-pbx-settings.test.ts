import { expect, it } from 'vitest'
import { readAsteriskSettings } from './read-pbx-settings.ts'

const first = { ASTERISK_URL: 'http://a:b@127.0.0.1:8088', ASTERISK_DATABASE_URL: 'sqlite:/one.db' }
const further = (number: number) => ({
  [`ASTERISK_${number}_URL`]: `http://a:b@127.0.0.1:${8088 + number}`,
  [`ASTERISK_${number}_DATABASE_URL`]: `sqlite:/${number}.db`,
  [`ASTERISK_${number}_SIP_PROXY`]: `127.0.0.1:${5060 + number}`,
})
const read = (settings: Readonly<Record<string, string | undefined>>) =>
  readAsteriskSettings((name) => settings[name], '127.0.0.1:5060')

it('reads any number of Asterisks, also if one between them is gone', () => {
  expect(read({})).toEqual([])
  expect(read({ ...first, ...further(2), ...further(4) })).toEqual([
    { number: 1, url: first.ASTERISK_URL, databaseUrl: 'sqlite:/one.db', sipProxy: '127.0.0.1:5060' },
    {
      number: 2,
      url: 'http://a:b@127.0.0.1:8090',
      databaseUrl: 'sqlite:/2.db',
      sipProxy: '127.0.0.1:5062',
    },
    {
      number: 4,
      url: 'http://a:b@127.0.0.1:8092',
      databaseUrl: 'sqlite:/4.db',
      sipProxy: '127.0.0.1:5064',
    },
  ])
})

it.each([
  [{ ASTERISK_URL: first.ASTERISK_URL }, 'Set both ASTERISK_URL and ASTERISK_DATABASE_URL'],
  [further(2), 'ASTERISK_2_URL needs a first Asterisk: set ASTERISK_URL'],
  [
    { ...first, ...further(3), ASTERISK_3_SIP_PROXY: undefined },
    'Set all of ASTERISK_3_URL, ASTERISK_3_DATABASE_URL and ASTERISK_3_SIP_PROXY, or none',
  ],
  [
    { ...first, ...further(2), ASTERISK_2_SIP_PROXY: 'sip:two' },
    "ASTERISK_2_SIP_PROXY must be a host name, not 'sip:two'",
  ],
  [{ ...first, ...further(2), ASTERISK_2_URL: 'ftp://two' }, 'ASTERISK_2_URL must be an address'],
  [
    { ...first, ...further(2), ASTERISK_2_URL: 'http://c:d@127.0.0.1:8088' },
    'ASTERISK_2_URL must not be the same as ASTERISK_URL',
  ],
  [
    { ...first, ...further(2), ...further(3), ASTERISK_3_DATABASE_URL: 'sqlite:/2.db' },
    'ASTERISK_3_DATABASE_URL must not be the same as ASTERISK_2_DATABASE_URL',
  ],
  [
    { ...first, ...further(2), ASTERISK_2_SIP_PROXY: '127.0.0.1:5060' },
    'ASTERISK_2_SIP_PROXY must not be the same as SIP_PROXY',
  ],
])('%j is refused, and the setting is named', (settings, text) => {
  expect(() => read(settings)).toThrow(text)
})
