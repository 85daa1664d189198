import { ConfigError } from './config-error.ts'
import { trimEnd } from './platform/trim-characters.ts'
import { address } from './setting-values.ts'
import type { TelephonySettings } from './telephony/telephony-config.ts'

type Read = (name: string) => string | undefined

const databases = ['postgres:', 'postgresql:', 'sqlite:']

/** Of a driver that there was once. Without the error, phones would lose their PBX in silence. */
const FORMER_SETTING = 'KAMAILIO_DATABASE_URL'

/** Both addresses are needed: Asterisk's own, and that of the database where it reads its phones. */
export function readAsteriskSettings(read: Read): TelephonySettings['asterisk'] {
  if (read(FORMER_SETTING)) {
    throw new ConfigError(
      `${FORMER_SETTING}: Kamailio is no longer supported. Set ASTERISK_URL and ASTERISK_DATABASE_URL instead; "switchboard asterisk" writes the configuration.`,
    )
  }
  const url = address('ASTERISK_URL', read('ASTERISK_URL'), ['http:'])
  const databaseUrl = address('ASTERISK_DATABASE_URL', read('ASTERISK_DATABASE_URL'), databases)
  if (url === undefined && databaseUrl === undefined) return undefined
  if (url === undefined || databaseUrl === undefined) {
    throw new ConfigError('Set both ASTERISK_URL and ASTERISK_DATABASE_URL, or neither.')
  }
  const fetchUrl = address('ASTERISK_FETCH_URL', read('ASTERISK_FETCH_URL'), ['http:', 'https:'])
  return { url, databaseUrl, fetchUrl: fetchUrl && trimEnd(fetchUrl, '/') }
}
