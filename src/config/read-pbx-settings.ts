import { trimEnd } from '../platform/trim-characters.ts'
import type { AsteriskSettings, TelephonySettings } from '../telephony/telephony-config.ts'
import { ConfigError } from './config-error.ts'
import { address, hostName } from './setting-values.ts'

type Read = (name: string) => string | undefined

const databases = ['postgres:', 'postgresql:', 'sqlite:']

/** Of a driver that there was once. Without the error, phones would lose their PBX in silence. */
const FORMER_SETTING = 'KAMAILIO_DATABASE_URL'
const MAX_ASTERISKS = 99

/** The first Asterisk has settings without a number, the others such as ASTERISK_2_URL. */
export function readAsteriskSettings(read: Read, firstSipProxy: string): TelephonySettings['asterisks'] {
  if (read(FORMER_SETTING)) {
    throw new ConfigError(
      `${FORMER_SETTING}: Kamailio is no longer supported. Set ASTERISK_URL and ASTERISK_DATABASE_URL instead; "switchboard asterisk" writes the configuration.`,
    )
  }
  const url = address('ASTERISK_URL', read('ASTERISK_URL'), ['http:'])
  const databaseUrl = address('ASTERISK_DATABASE_URL', read('ASTERISK_DATABASE_URL'), databases)
  const further = readFurther(read)
  if (url === undefined && databaseUrl === undefined) {
    if (further.length === 0) return []
    throw new ConfigError(`ASTERISK_${further[0]!.number}_URL needs a first Asterisk: set ASTERISK_URL.`)
  }
  if (url === undefined || databaseUrl === undefined) {
    throw new ConfigError('Set both ASTERISK_URL and ASTERISK_DATABASE_URL, or neither.')
  }
  const all = [{ number: 1, url, databaseUrl, sipProxy: firstSipProxy }, ...further]
  checkAreDifferent(all)
  return all
}

/** Where Asterisk reaches this server. */
export function readFetchUrl(read: Read): string | undefined {
  const url = address('ASTERISK_FETCH_URL', read('ASTERISK_FETCH_URL'), ['http:', 'https:'])
  return url && trimEnd(url, '/')
}

/** Numbers may be missing: an Asterisk keeps its own when another is taken away. */
function readFurther(read: Read): AsteriskSettings[] {
  const found: AsteriskSettings[] = []
  for (let number = 2; number <= MAX_ASTERISKS; number += 1) {
    const name = `ASTERISK_${number}`
    const url = address(`${name}_URL`, read(`${name}_URL`), ['http:'])
    const databaseUrl = address(`${name}_DATABASE_URL`, read(`${name}_DATABASE_URL`), databases)
    const sipProxy = read(`${name}_SIP_PROXY`)
    if (url === undefined && databaseUrl === undefined && sipProxy === undefined) continue
    if (url === undefined || databaseUrl === undefined || sipProxy === undefined) {
      throw new ConfigError(`Set all of ${name}_URL, ${name}_DATABASE_URL and ${name}_SIP_PROXY, or none.`)
    }
    found.push({ number, url, databaseUrl, sipProxy: hostName(`${name}_SIP_PROXY`, sipProxy) })
  }
  return found
}

/** With the same address or database, a phone of one would be known to the other. */
function checkAreDifferent(all: readonly AsteriskSettings[]): void {
  const keys = [
    ['URL', ({ url }: AsteriskSettings) => new URL(url).host],
    ['DATABASE_URL', ({ databaseUrl }: AsteriskSettings) => databaseUrl],
    ['SIP_PROXY', ({ sipProxy }: AsteriskSettings) => sipProxy],
  ] as const
  for (const [name, read] of keys) {
    for (const [index, one] of all.entries()) {
      const twin = all.slice(0, index).find((other) => read(other) === read(one))
      if (!twin) continue
      const first = twin.number > 1 ? `ASTERISK_${twin.number}_` : name === 'SIP_PROXY' ? '' : 'ASTERISK_'
      throw new ConfigError(`ASTERISK_${one.number}_${name} must not be the same as ${first}${name}.`)
    }
  }
}
