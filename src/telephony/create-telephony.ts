import { randomUUID } from 'node:crypto'
import type { Clock } from '../platform/clock.ts'
import { openContents } from '../platform/contents/open-contents.ts'
import type { Database } from '../platform/database/database.ts'
import type { Bus } from '../platform/events/bus.ts'
import { followLog } from '../platform/events/follow-log.ts'
import { createTransact } from '../platform/events/transact.ts'
import type { Logger } from '../platform/log.ts'
import type { Mailer } from '../platform/mailer.ts'
import type { Duty } from '../platform/nodes/duty.ts'
import type { RateLimiter } from '../platform/rate-limiter.ts'
import { remember } from '../platform/remembered.ts'
import type { Secrets } from '../platform/secrets.ts'
import { createUnderWay } from '../platform/under-way.ts'
import { findApiKeyByHash } from './api-keys/api-key-store.ts'
import { createKeyUse } from './api-keys/key-use.ts'
import type { Carrier } from './carrier/carrier.ts'
import { findCompany } from './company/company-store.ts'
import { contactKey } from './contacts/contact.ts'
import { findContact } from './contacts/contact-store.ts'
import type { FaxLine } from './faxes/fax-line.ts'
import { rememberKeyHashes } from './http/authenticate-caller.ts'
import { rememberPages } from './http/remembered-pages.ts'
import type { Pbx } from './pbx/pbx.ts'
import type { Telephony, TelephonyConfig } from './telephony.ts'
import { telephonyContentKinds } from './telephony-content-kinds.ts'
import type { TelephonyEvent } from './telephony-event-map.ts'
import type { TelephonyTables } from './telephony-tables.ts'

/** A page of 100 extensions has less than half a megabyte. */
const PAGE_BYTES = 64 * 2 ** 20

export interface TelephonyParts {
  config: TelephonyConfig
  clock: Clock
  log: Logger
  secrets: Secrets
  database: Database<TelephonyTables>
  bus: Bus<TelephonyEvent>
  duty: Duty
  openLimiter(name: string, windowSeconds?: number): RateLimiter
  pbx: Pbx
  carrier: Carrier
  faxLine: FaxLine
  mailer: Mailer
}

/** Puts the product together. What it remembers is kept right by the events that tell of changes. */
export async function createTelephony(parts: TelephonyParts): Promise<Telephony> {
  const { bus, openLimiter, ...kept } = parts
  const { clock, log, database } = kept
  const follower = await followLog(database, bus, log)
  const transact: Telephony['transact'] = createTransact(database, bus, clock)
  const telephony: Telephony = {
    ...kept,
    nodeId: randomUUID(),
    isAlone: !bus.isShared,
    contents: await openContents(database, clock, {
      product: 'telephony',
      dataDir: kept.config.dataDir,
      kinds: telephonyContentKinds,
    }),
    transact,
    follower,
    rateLimiter: openLimiter('telephony'),
    keyUse: createKeyUse(transact, clock),
    keyHashes: rememberKeyHashes(kept.secrets),
    pages: rememberPages(PAGE_BYTES, clock),
    underWay: createUnderWay(),
    companies: remember(10_000, (id) => findCompany(database.read, id)),
    // Anybody can ask for keys that do not exist: they would only push the others out.
    apiKeys: remember(10_000, (hash) => findApiKeyByHash(database.read, hash), Boolean),
    contacts: remember(50_000, (key) => {
      const colon = key.indexOf(':')
      return findContact(database.read, Number(key.slice(0, colon)), key.slice(colon + 1))
    }),
  }
  follower.listen((event) => forgetWhatChanged(telephony, event))
  follower.onSkip((companyId) => forgetCompany(telephony, companyId))
  return telephony
}

/** Part of its log was not read: anything may have changed. */
function forgetCompany(telephony: Telephony, companyId: number): void {
  telephony.pages.forget(companyId)
  telephony.companies.forget(companyId)
  telephony.apiKeys.forgetAll()
  telephony.contacts.forgetAll()
}

function forgetWhatChanged(telephony: Telephony, event: TelephonyEvent): void {
  telephony.pages.apply(event)
  if (event.type !== 'changed') return
  const { kind, id } = event.payload
  switch (kind) {
    case 'company':
      telephony.companies.forget(event.tenant)
      break
    case 'contact':
      telephony.contacts.forget(contactKey(event.tenant, id))
      break
    case 'api_key':
      telephony.apiKeys.forgetAll()
      break
  }
}
