import { ConfigError } from './config-error.ts'
import { trimEnd } from './platform/trim-characters.ts'
import { address, hostName } from './setting-values.ts'
import type { TelephonySettings } from './telephony/telephony-config.ts'

type Read = (name: string) => string | undefined

const databases = ['postgres:', 'postgresql:', 'sqlite:']

/** Both addresses are needed: Asterisk's own, and that of the database where it reads its phones. */
export function readAsteriskSettings(read: Read): TelephonySettings['asterisk'] {
  const url = address('ASTERISK_URL', read('ASTERISK_URL'), ['http:'])
  const databaseUrl = address('ASTERISK_DATABASE_URL', read('ASTERISK_DATABASE_URL'), databases)
  if (url === undefined && databaseUrl === undefined) return undefined
  if (url === undefined || databaseUrl === undefined) {
    throw new ConfigError('Set both ASTERISK_URL and ASTERISK_DATABASE_URL, or neither.')
  }
  const fetchUrl = address('ASTERISK_FETCH_URL', read('ASTERISK_FETCH_URL'), ['http:', 'https:'])
  return { url, databaseUrl, fetchUrl: fetchUrl && trimEnd(fetchUrl, '/') }
}

/** Setting Kamailio's database chooses the driver. The defaults of the other two addresses match our configuration. */
export function readKamailioSettings(read: Read): TelephonySettings['kamailio'] {
  const databaseUrl = address('KAMAILIO_DATABASE_URL', read('KAMAILIO_DATABASE_URL'), databases)
  if (databaseUrl === undefined) return undefined
  return {
    databaseUrl,
    rpcUrl:
      address('KAMAILIO_RPC_URL', read('KAMAILIO_RPC_URL'), ['http:', 'https:']) ??
      'http://127.0.0.1:5062/RPC',
    eventsAddress: hostName('KAMAILIO_EVENTS', read('KAMAILIO_EVENTS') ?? '127.0.0.1:8448'),
  }
}
