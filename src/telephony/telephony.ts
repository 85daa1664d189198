import type { CacheLimits } from '../platform/cache.ts'
import type { Clock } from '../platform/clock.ts'
import type { Contents } from '../platform/contents/contents.ts'
import type { Database, Handle } from '../platform/database/database.ts'
import type { Transaction } from '../platform/events/event-log.ts'
import type { LogFollower } from '../platform/events/follow-log.ts'
import type { Transact } from '../platform/events/transact.ts'
import type { InFlight } from '../platform/in-flight.ts'
import type { Logger } from '../platform/log.ts'
import type { Mailer } from '../platform/mailer.ts'
import type { Memoized } from '../platform/memoize.ts'
import type { Leadership } from '../platform/nodes/leadership.ts'
import type { RateLimiter } from '../platform/rate-limiter.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Tally } from '../platform/tally.ts'
import type { UploadDoor } from '../platform/uploads/upload-door.ts'
import type { PageCache } from './company/page-cache.ts'
import type { FaxLine } from './fax/faxes/fax-line.ts'
import type { ApiKeyCache } from './identity/api-key-cache.ts'
import type { CompanyCache } from './identity/company-cache.ts'
import type { ContactCache } from './identity/contact-cache.ts'
import type { KeyUse } from './identity/key-use.ts'
import type { Pbx } from './phones/pbx/pbx.ts'
import type { NewTelephonyEvent, TelephonyEvent } from './telephony-event-map.ts'
import type { TelephonyTables } from './telephony-tables.ts'
import type { Carrier } from './texting/carriers/carrier.ts'

export type TelephonyDb = Handle<TelephonyTables>
export type TelephonyTransaction = Transaction<TelephonyTables, NewTelephonyEvent>
export type TelephonyFollower = LogFollower<TelephonyEvent>

export interface TelephonyConfig extends CacheLimits {
  readonly development: boolean
  /** where the server listens; the SMTP listener too */
  readonly host: string
  readonly publicUrl: string
  readonly dataDir: string
  /** whether webhooks may go to addresses inside the server's own network */
  readonly webhooksToPrivateNetworks: boolean
  readonly telephony: TelephonySettings
}

export interface TelephonySettings {
  /** per API key; 0: no limit */
  readonly rateLimitPerMinute: number
  /** under which each instance has its SIP domain */
  readonly sipDomain: string
  /** host:port where phones reach the SIP server */
  readonly sipProxy: string
  /** undefined: the embedded PBX */
  readonly kamailio: KamailioSettings | undefined
  /** undefined: the loopback carrier */
  readonly smppUrl: string | undefined
  /** `whsec_...`; undefined: the address for the carrier's calls is closed */
  readonly carrierWebhookSecret: string | undefined
  /** where mail to a fax number comes in; undefined: nowhere */
  readonly faxMail: FaxMailSettings | undefined
}

export interface FaxMailSettings {
  readonly port: number
  /** faxes go to <number>@<domain> */
  readonly domain: string
  /** for STARTTLS, without which nobody can sign in; undefined: only relays are let in */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
  /** mail servers that verify the envelope, and say so in their name */
  readonly relays: { readonly addresses: readonly string[]; readonly name: string } | undefined
}

export interface KamailioSettings {
  readonly databaseUrl: string
  readonly rpcUrl: string
  readonly eventsAddress: string
}

/** The product: what its actions and routes work with. Made once, by create-telephony.ts. */
export interface Telephony {
  readonly config: TelephonyConfig
  readonly clock: Clock
  readonly log: Logger
  readonly secrets: Secrets
  /** bytes of files and faxes */
  readonly contents: Contents
  /** bodies that go to the disk while they come */
  readonly uploads: UploadDoor
  readonly database: Database<TelephonyTables>
  readonly transact: Transact<TelephonyTables, NewTelephonyEvent>
  readonly follower: TelephonyFollower
  /** this server among those on the same data; another one after each start */
  readonly nodeId: string
  /** No other server is on the same data: what is found half done was left by one that has died. */
  readonly isAlone: boolean
  /** what one of several servers does for all */
  readonly leadership: Leadership
  readonly pbx: Pbx
  readonly carrier: Carrier
  readonly faxLine: FaxLine
  readonly mailer: Mailer
  readonly rateLimiter: RateLimiter
  /** authenticated sockets, by API key */
  readonly openSockets: Tally
  /** connections that have not said who they are, by network */
  readonly openStrangers: Tally
  readonly keyUse: KeyUse
  /** hashes of API keys, by the authentication header that names one */
  readonly keyHashes: Memoized<string | undefined>
  readonly pages: PageCache
  /** requests that are being answered, also those whose client has gone */
  readonly inFlight: InFlight
  readonly companies: CompanyCache
  readonly apiKeys: ApiKeyCache
  readonly contacts: ContactCache
}
