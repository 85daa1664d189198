import { randomUUID } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import { openContents } from '../platform/contents/open-contents.ts'
import type { Database } from '../platform/database/database.ts'
import type { Bus } from '../platform/events/bus.ts'
import { followLog } from '../platform/events/follow-log.ts'
import { createTransact } from '../platform/events/transact.ts'
import { createInFlight } from '../platform/in-flight.ts'
import type { Logger } from '../platform/log.ts'
import type { Mailer } from '../platform/mailer.ts'
import type { Leadership } from '../platform/nodes/leadership.ts'
import type { RateLimiter } from '../platform/rate-limiter.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Tally } from '../platform/tally.ts'
import type { UploadDoor } from '../platform/uploads/upload-door.ts'
import { PageCache } from './company/page-cache.ts'
import type { FaxLine } from './fax/faxes/fax-line.ts'
import { createApiKeyCache } from './identity/api-key-cache.ts'
import { createKeyHashes } from './identity/authenticate-caller.ts'
import { createCompanyCache } from './identity/company-cache.ts'
import { createContactCache } from './identity/contact-cache.ts'
import { createKeyUse } from './identity/key-use.ts'
import type { Pbx } from './phones/pbx/pbx.ts'
import type { Telephony, TelephonyConfig } from './telephony.ts'
import { telephonyContentKinds } from './telephony-content-kinds.ts'
import type { TelephonyEvent } from './telephony-event-map.ts'
import type { TelephonyTables } from './telephony-tables.ts'
import type { Carrier } from './texting/carriers/carrier.ts'

export interface TelephonyParts {
  config: TelephonyConfig
  clock: Clock
  log: Logger
  secrets: Secrets
  database: Database<TelephonyTables>
  bus: Bus<TelephonyEvent>
  leadership: Leadership
  openLimiter(name: string, windowSeconds?: number): RateLimiter
  openTally(name: string): Tally
  pbx: Pbx
  carrier: Carrier
  faxLine: FaxLine
  mailer: Mailer
  uploads: UploadDoor
}

/** Puts the product together. */
export async function createTelephony(parts: TelephonyParts): Promise<Telephony> {
  const { bus, openLimiter, openTally, ...kept } = parts
  const { clock, config, log, database } = kept
  const follower = await followLog(database, bus, log)
  const transact: Telephony['transact'] = createTransact(database, bus, clock)
  const telephony: Telephony = {
    ...kept,
    nodeId: randomUUID(),
    isAlone: !bus.isShared,
    contents: await openContents(database, clock, {
      product: 'telephony',
      dataDir: config.dataDir,
      kinds: telephonyContentKinds,
    }),
    transact,
    follower,
    rateLimiter: openLimiter('telephony'),
    openSockets: openTally('sockets'),
    openStrangers: openTally('strangers'),
    keyUse: createKeyUse(transact, clock),
    keyHashes: createKeyHashes(kept.secrets, config),
    pages: new PageCache(clock, follower, config),
    inFlight: createInFlight(),
    companies: createCompanyCache(database.read, follower, config),
    apiKeys: createApiKeyCache(database.read, follower, config),
    contacts: createContactCache(database.read, follower, config),
  }
  return telephony
}
