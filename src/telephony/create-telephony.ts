import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Bus } from '../platform/events/bus.ts'
import type { LoggedEvent } from '../platform/events/event-log.ts'
import { followLog } from '../platform/events/follow-log.ts'
import { createTransact } from '../platform/events/transact.ts'
import type { Logger } from '../platform/log.ts'
import type { Mailer } from '../platform/mailer.ts'
import { createRateLimiter } from '../platform/rate-limiter.ts'
import { remember } from '../platform/remembered.ts'
import type { Secrets } from '../platform/secrets.ts'
import { createUnderWay } from '../platform/under-way.ts'
import { findApiKeyByHash } from './api-keys/api-key-store.ts'
import { createKeyUse } from './api-keys/key-use.ts'
import type { Carrier } from './carrier/carrier.ts'
import type { ChangedPayload } from './changes/record-change.ts'
import { findCompany } from './company/company-store.ts'
import { contactKey } from './contacts/contact.ts'
import { findContact } from './contacts/contact-store.ts'
import type { FaxLine } from './faxes/fax-line.ts'
import { rememberPages } from './http/remembered-pages.ts'
import type { Pbx } from './pbx/pbx.ts'
import type { Telephony, TelephonyConfig } from './telephony.ts'
import type { TelephonyTables } from './telephony-tables.ts'

/** A page of 100 extensions has less than half a megabyte. */
const PAGE_BYTES = 64 * 2 ** 20

export interface TelephonyParts {
  config: TelephonyConfig
  clock: Clock
  log: Logger
  secrets: Secrets
  database: Database<TelephonyTables>
  bus: Bus
  pbx: Pbx
  carrier: Carrier
  faxLine: FaxLine
  mailer: Mailer
}

/** Puts the product together. What it remembers is kept right by the events that tell of changes. */
export async function createTelephony(parts: TelephonyParts): Promise<Telephony> {
  const { bus, ...kept } = parts
  const { clock, log, database } = kept
  const follower = await followLog(database, bus, log)
  const telephony: Telephony = {
    ...kept,
    transact: createTransact(database, bus, clock),
    follower,
    rateLimiter: createRateLimiter(clock),
    keyUse: createKeyUse(database, clock),
    pages: rememberPages(PAGE_BYTES, clock),
    underWay: createUnderWay(),
    companies: remember(10_000, (id) => findCompany(database.read, id)),
    apiKeys: remember(10_000, (hash) => findApiKeyByHash(database.read, hash)),
    contacts: remember(50_000, (key) => {
      const colon = key.indexOf(':')
      return findContact(database.read, Number(key.slice(0, colon)), key.slice(colon + 1))
    }),
  }
  follower.listen((event) => forgetWhatChanged(telephony, event))
  return telephony
}

function forgetWhatChanged(telephony: Telephony, event: LoggedEvent): void {
  telephony.pages.apply(event)
  if (event.type !== 'changed') return
  const { kind, id } = event.payload as ChangedPayload
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
