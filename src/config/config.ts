import { isIP } from 'node:net'
import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import type { AuditForwarding } from '../platform/audit/forward-audit.ts'
import { hostUrls } from '../platform/database/postgres/postgres-hosts.ts'
import { findPoolerMistake } from '../platform/database/postgres/transaction-pooler.ts'
import type { ObjectStoreSettings } from '../platform/objects/object-store-settings.ts'
import type { BigBlueButtonSettings } from '../platform/outgoing/bigbluebutton.ts'
import type { OpenIdSettings } from '../platform/outgoing/openid-settings.ts'
import type { TelemetrySettings } from '../platform/telemetry/telemetry-settings.ts'
import { trimEnd } from '../platform/trim-characters.ts'
import type { TelephonySettings } from '../telephony/telephony-config.ts'
import { ConfigError } from './config-error.ts'
import { readAuditSettings } from './read-audit-settings.ts'
import { readBigBlueButtonSettings } from './read-bigbluebutton-settings.ts'
import { readJwtKeys } from './read-jwt-keys.ts'
import {
  type BackupStoreSettings,
  readBackupStoreSettings,
  readObjectStoreSettings,
} from './read-object-store-settings.ts'
import { readOpenIdSettings } from './read-openid-settings.ts'
import { readAsteriskSettings, readFetchUrl } from './read-pbx-settings.ts'
import { readTelemetrySettings } from './read-telemetry-settings.ts'
import { address, hostName, oneOf, yesOrNo } from './setting-values.ts'

export { ConfigError }

/** Every setting of the server, read once. The only file that reads the environment. */
export interface Config {
  readonly development: boolean
  readonly host: string
  readonly port: number
  /** without a slash at the end */
  readonly publicUrl: string
  readonly dataDir: string
  /** undefined: SQLite in dataDir */
  readonly databaseUrl: string | undefined
  /** what the client programs of PostgreSQL get of the environment: none of our settings */
  readonly postgresEnvironment: Readonly<Record<string, string>>
  /** replicas of that database, for reading history */
  readonly replicaUrls: readonly string[] | undefined
  /** connects several servers; several URLs are members of one cluster */
  readonly redisUrls: readonly string[] | undefined
  /** 64 hexadecimal digits; undefined: kept in dataDir */
  readonly secretKey: string | undefined
  readonly logLevel: string
  /** statements to the database that take at least this long are logged; undefined: none */
  readonly slowQueryMs: number | undefined
  /** how long a stopping server continues to serve, so that load balancers can stop using it */
  readonly drainSeconds: number
  readonly eventQueueIdleSeconds: number
  readonly heartbeatSeconds: number
  /** 0: no limit */
  readonly rateLimitPerMinute: number
  /** for requests without right credentials, of one address; 0: no limit */
  readonly addressRateLimitPerMinute: number
  /** to each server; 0: no limit */
  readonly connectionsPerAddress: number
  /** for GET /metrics; undefined: only for programs on the same machine */
  readonly metricsToken: string | undefined
  /** undefined: traces and metrics are sent nowhere */
  readonly telemetry: TelemetrySettings | undefined
  /** addresses or ranges whose X-Forwarded-For is trusted */
  readonly trustedProxies: readonly string[]
  /** the mail server; undefined: mails become files in dataDir */
  readonly streamMailPort: number | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** undefined: people sign in with passwords only */
  readonly openid: OpenIdSettings | undefined
  /** undefined: files are in dataDir or in PostgreSQL */
  readonly objectStore: ObjectStoreSettings | undefined
  /** undefined: backups cannot be in a bucket */
  readonly backupStore: BackupStoreSettings | undefined
  /** with which other applications sign tokens for people of an organization, by its host */
  readonly jwtKeys: ReadonlyMap<string, string>
  readonly bigBlueButton: BigBlueButtonSettings | undefined
  /** whether webhooks may call addresses in the server's own network */
  readonly webhooksToPrivateNetworks: boolean
  /** the largest file that can be uploaded to the chat */
  readonly uploadMegabytes: number
  /** for all files of an organization; 0: no limit */
  readonly uploadQuotaMegabytes: number
  /** for serialised messages in memory */
  readonly historyCacheMegabytes: number
  /** how long entries of the audit logs are kept; 0: for ever */
  readonly auditLogDays: number
  readonly audit: AuditForwarding
  /** the maximum number of entries of any cache; undefined: each cache has its own limit */
  readonly cacheEntries: number | undefined
  readonly telephony: TelephonySettings
}

export interface ConfigOverrides {
  development?: boolean
  port?: string
  host?: string
  dataDir?: string
}

export function readConfig(
  overrides: ConfigOverrides = {},
  environment: NodeJS.ProcessEnv = process.env,
): Config {
  const read = (name: string) => environment[name]?.trim() || undefined
  const development = overrides.development ?? false
  const host = overrides.host ?? read('HOST') ?? '127.0.0.1'
  const port = wholeNumber('PORT', overrides.port ?? read('PORT'), 9991, 0, 65535)
  const webhooksToPrivateNetworks = yesOrNo(
    'WEBHOOKS_TO_PRIVATE_NETWORKS',
    read('WEBHOOKS_TO_PRIVATE_NETWORKS'),
    development,
  )
  return Object.freeze({
    development,
    host,
    port,
    publicUrl: publicAddress(
      read('PUBLIC_URL') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    ),
    postgresEnvironment: Object.fromEntries(
      ['PATH', 'HOME', ...Object.keys(environment).filter((name) => /^PG[A-Z]+$/.test(name))].flatMap(
        (name) => (environment[name] === undefined ? [] : [[name, environment[name]]]),
      ),
    ),
    dataDir: resolve(overrides.dataDir ?? read('DATA_DIR') ?? './data'),
    databaseUrl: addressOfHosts('DATABASE_URL', read('DATABASE_URL'), ['postgres:', 'postgresql:']),
    replicaUrls: addresses('DATABASE_REPLICA_URLS', read('DATABASE_REPLICA_URLS'), [
      'postgres:',
      'postgresql:',
    ]),
    redisUrls: addresses('REDIS_URL', read('REDIS_URL'), ['redis:', 'rediss:']),
    secretKey: secretKey(read('SECRET_KEY')),
    logLevel: oneOf('LOG_LEVEL', read('LOG_LEVEL'), 'info', logLevels),
    slowQueryMs: read('SLOW_QUERY_MS')
      ? wholeNumber('SLOW_QUERY_MS', read('SLOW_QUERY_MS'), 0, 0, 60_000)
      : undefined,
    drainSeconds: wholeNumber('DRAIN_SECONDS', read('DRAIN_SECONDS'), 0, 0, 300),
    eventQueueIdleSeconds: wholeNumber(
      'EVENT_QUEUE_IDLE_SECONDS',
      read('EVENT_QUEUE_IDLE_SECONDS'),
      600,
      1,
      604_800,
    ),
    heartbeatSeconds: wholeNumber('HEARTBEAT_SECONDS', read('HEARTBEAT_SECONDS'), 60, 1, 3600),
    rateLimitPerMinute: wholeNumber(
      'RATE_LIMIT_PER_MINUTE',
      read('RATE_LIMIT_PER_MINUTE'),
      development ? 0 : 200,
      0,
      1_000_000,
    ),
    addressRateLimitPerMinute: wholeNumber(
      'ADDRESS_RATE_LIMIT_PER_MINUTE',
      read('ADDRESS_RATE_LIMIT_PER_MINUTE'),
      development ? 0 : 20_000,
      0,
      1_000_000,
    ),
    connectionsPerAddress: wholeNumber(
      'CONNECTIONS_PER_ADDRESS',
      read('CONNECTIONS_PER_ADDRESS'),
      10_000,
      0,
      1_000_000,
    ),
    metricsToken: metricsToken(read('METRICS_TOKEN')),
    telemetry: readTelemetrySettings(read),
    trustedProxies: addressRanges('TRUSTED_PROXIES', read('TRUSTED_PROXIES')),
    streamMailPort: read('STREAM_MAIL_PORT')
      ? wholeNumber('STREAM_MAIL_PORT', read('STREAM_MAIL_PORT'), 0, 0, 65535)
      : undefined,
    smtpUrl: address('SMTP_URL', read('SMTP_URL'), ['smtp:', 'smtps:']),
    mailFrom: read('MAIL_FROM') ?? 'Switchboard <switchboard@localhost>',
    openid: readOpenIdSettings(read),
    objectStore: readObjectStoreSettings(read),
    backupStore: readBackupStoreSettings(read),
    jwtKeys: readJwtKeys(read('JWT_KEYS')),
    bigBlueButton: readBigBlueButtonSettings(read),
    webhooksToPrivateNetworks,
    uploadMegabytes: wholeNumber('UPLOAD_MEGABYTES', read('UPLOAD_MEGABYTES'), 25, 1, 1024),
    uploadQuotaMegabytes: wholeNumber(
      'UPLOAD_QUOTA_MEGABYTES',
      read('UPLOAD_QUOTA_MEGABYTES'),
      5120,
      0,
      1_000_000_000,
    ),
    historyCacheMegabytes: wholeNumber(
      'HISTORY_CACHE_MEGABYTES',
      read('HISTORY_CACHE_MEGABYTES'),
      shareOfMemory(),
      1,
      1_000_000,
    ),
    auditLogDays: wholeNumber('AUDIT_LOG_DAYS', read('AUDIT_LOG_DAYS'), 730, 0, 36_500),
    audit: readAuditSettings(read),
    cacheEntries: read('CACHE_ENTRIES')
      ? wholeNumber('CACHE_ENTRIES', read('CACHE_ENTRIES'), 1, 1, 1_000_000)
      : undefined,
    telephony: readTelephonySettings(read, development, webhooksToPrivateNetworks),
  })
}

type Read = (name: string) => string | undefined

function readTelephonySettings(
  read: Read,
  development: boolean,
  webhooksToPrivateNetworks: boolean,
): TelephonySettings {
  const sipProxy = hostName('SIP_PROXY', read('SIP_PROXY') ?? '127.0.0.1:5060')
  return Object.freeze({
    rateLimitPerMinute: wholeNumber(
      'TELEPHONY_RATE_LIMIT_PER_MINUTE',
      read('TELEPHONY_RATE_LIMIT_PER_MINUTE'),
      development ? 0 : 600,
      0,
      1_000_000,
    ),
    sipDomain: hostName('SIP_DOMAIN', read('SIP_DOMAIN') ?? 'sip.localhost').toLowerCase(),
    sipProxy,
    asterisks: readAsteriskSettings(read, sipProxy),
    trunksToPrivateNetworks: yesOrNo(
      'TRUNKS_TO_PRIVATE_NETWORKS',
      read('TRUNKS_TO_PRIVATE_NETWORKS'),
      webhooksToPrivateNetworks,
    ),
    provisioningOverHttp: yesOrNo('PROVISIONING_OVER_HTTP', read('PROVISIONING_OVER_HTTP'), development),
    timeServer: hostName('NTP_SERVER', read('NTP_SERVER') ?? 'pool.ntp.org'),
    asteriskFetchUrl: readFetchUrl(read),
    asteriskHasTransferFix: yesOrNo('ASTERISK_HAS_TRANSFER_FIX', read('ASTERISK_HAS_TRANSFER_FIX'), false),
    speech: yesOrNo('SPEECH', read('SPEECH'), true),
    smppUrl: address('SMPP_URL', read('SMPP_URL'), ['smpp:', 'smpps:']),
    carrierWebhookSecret: webhookSecret('CARRIER_WEBHOOK_SECRET', read('CARRIER_WEBHOOK_SECRET')),
    faxMail: read('FAX_MAIL_PORT') ? faxMailSettings(read) : undefined,
  })
}

/** Senders must authenticate, so one of the two methods must be configured. */
function faxMailSettings(read: Read): TelephonySettings['faxMail'] {
  const [certFile, keyFile] = [read('FAX_MAIL_TLS_CERT'), read('FAX_MAIL_TLS_KEY')]
  const addresses = addressRanges('FAX_MAIL_RELAYS', read('FAX_MAIL_RELAYS'))
  const name = read('FAX_MAIL_RELAY_NAME')
  const tls = certFile && keyFile ? { certFile, keyFile } : undefined
  const relays = addresses.length > 0 && name ? { addresses, name } : undefined
  if (!tls && !relays) {
    throw new ConfigError(
      'FAX_MAIL_PORT needs FAX_MAIL_TLS_CERT and FAX_MAIL_TLS_KEY, or FAX_MAIL_RELAYS and FAX_MAIL_RELAY_NAME.',
    )
  }
  return {
    port: wholeNumber('FAX_MAIL_PORT', read('FAX_MAIL_PORT'), 0, 0, 65535),
    domain: hostName('FAX_MAIL_DOMAIN', read('FAX_MAIL_DOMAIN') ?? 'fax.localhost'),
    tls,
    relays,
  }
}

/** A sixteenth of the memory of the machine or container. */
function shareOfMemory(): number {
  // Without a limit, some versions return 0, others a huge number.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY
  const megabytes = Math.min(limit, totalmem()) / 1024 / 1024
  return Math.round(Math.min(2048, Math.max(64, megabytes / 16)))
}

function addressRanges(name: string, text: string | undefined): readonly string[] {
  const ranges = text?.split(',').map((range) => range.trim()) ?? []
  for (const range of ranges) {
    const [ip, bits, ...rest] = range.split('/')
    const longest = isIP(ip!) === 6 ? 128 : 32
    const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest)
    if (isIP(ip!) === 0 || !isRange || rest.length > 0) {
      throw new ConfigError(`${name} must be addresses or ranges like 10.0.0.0/8, not '${range}'.`)
    }
  }
  return Object.freeze(ranges)
}

function webhookSecret(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text)) {
    throw new ConfigError(`${name} must be whsec_ and at least 24 bytes in base64.`)
  }
  return text
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

function wholeNumber(
  name: string,
  text: string | undefined,
  otherwise: number,
  least: number,
  most: number,
): number {
  if (text === undefined) return otherwise
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not '${text}'.`)
  }
  return value
}

/** A URL with one host, or with several separated by commas. */
function addressOfHosts(name: string, text: string | undefined, protocols: string[]): string | undefined {
  for (const one of text === undefined ? [] : hostUrls(text)) {
    address(name, one, protocols)
    const mistake = findPoolerMistake(one)
    if (mistake !== undefined) throw new ConfigError(`${name}: ${mistake}.`)
  }
  return text
}

function addresses(
  name: string,
  text: string | undefined,
  protocols: string[],
): readonly string[] | undefined {
  return text?.split(',').map((one) => address(name, one.trim(), protocols)!)
}

function publicAddress(text: string): string {
  if (!URL.canParse(text) || !['http:', 'https:'].includes(new URL(text).protocol)) {
    throw new ConfigError(
      `PUBLIC_URL must be an address that starts with http:// or https://, not '${text}'.`,
    )
  }
  return trimEnd(text, '/')
}

function metricsToken(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[!-~]{16,200}$/.test(text)) {
    throw new ConfigError(
      'METRICS_TOKEN must be 16 to 200 characters without spaces (try: openssl rand -hex 32).',
    )
  }
  return text
}

function secretKey(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[0-9a-f]{64}$/i.test(text)) {
    throw new ConfigError('SECRET_KEY must be 64 hexadecimal digits (try: openssl rand -hex 32).')
  }
  return text
}
