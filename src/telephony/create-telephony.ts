import { randomUUID } from 'node:crypto'
import { auditDestinations } from '../platform/audit/forward-audit.ts'
import type { Clock } from '../platform/clock.ts'
import { createInFlight } from '../platform/concurrency/in-flight.ts'
import { openContents } from '../platform/contents/open-contents.ts'
import type { Database } from '../platform/database/database.ts'
import type { Bus } from '../platform/events/bus.ts'
import { followLog } from '../platform/events/follow-log.ts'
import { createTransact } from '../platform/events/transact.ts'
import type { RateLimiter } from '../platform/limits/rate-limiter.ts'
import type { Tally } from '../platform/limits/tally.ts'
import type { Logger } from '../platform/logging/log.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { Leadership } from '../platform/nodes/leadership.ts'
import type { ObjectStore } from '../platform/objects/object-store.ts'
import { createOutbox } from '../platform/outbox/outbox.ts'
import type { Secrets } from '../platform/secrets/secrets.ts'
import type { UploadSlots } from '../platform/uploads/upload-slots.ts'
import { createDirectory } from './company/directory.ts'
import type { PersonInvitations } from './company/invitations/person-invitations.ts'
import { createEventChannels } from './events/event-channels.ts'
import { faxFileUse } from './fax/faxes/fax-file-use.ts'
import type { FaxLine } from './fax/faxes/fax-line.ts'
import { createFaxing } from './fax/faxing.ts'
import { createFileStorage } from './files/file-storage.ts'
import { createIdentity } from './identity/identity.ts'
import type { PersonPresences } from './identity/person-presences.ts'
import type { PersonSessions } from './identity/person-sessions.ts'
import type { LegalHolds } from './legal-holds.ts'
import type { LogReader } from './log-reader.ts'
import { deleteBlocking } from './phones/blocking/change-blocking.ts'
import { connectCompany } from './phones/connect-company.ts'
import { unassignExtensions } from './phones/extensions/unassign-extensions.ts'
import type { Pbx } from './phones/pbx/pbx.ts'
import { createPhones, type Phones } from './phones/phones.ts'
import type { Telephony } from './telephony.ts'
import type { TelephonyConfig } from './telephony-config.ts'
import { telephonyContentKinds } from './telephony-content-kinds.ts'
import type { TelephonyEvent } from './telephony-event-map.ts'
import type { TelephonyPlatform } from './telephony-platform.ts'
import type { TelephonyTables } from './telephony-tables.ts'
import type { Carrier } from './texting/carriers/carrier.ts'
import { attachmentUse } from './texting/messages/attachment-use.ts'
import { createTexting } from './texting/texting.ts'
import { textingNumberUsersTable } from './texting/texting-tables.ts'

export interface TelephonyParts {
  config: TelephonyConfig
  clock: Clock
  log: Logger
  secrets: Secrets
  database: Database<TelephonyTables>
  /** undefined: files are in the data folder or in the database */
  objects: ObjectStore | undefined
  bus: Bus<TelephonyEvent>
  leadership: Leadership
  openLimiter(name: string, windowSeconds?: number): RateLimiter
  openTally(name: string): Tally
  pbx: Pbx
  carrier: Carrier
  faxLine: FaxLine
  mailer: Mailer
  uploads: UploadSlots
  personSessions: PersonSessions
  personPresences: PersonPresences
  logReader: LogReader
  legalHolds: LegalHolds
  personInvitations: PersonInvitations
}

/** Puts the product together, district by district. */
export async function createTelephony(parts: TelephonyParts): Promise<Telephony> {
  const { openLimiter, openTally, pbx, carrier, faxLine } = parts
  const platform = await createPlatform(parts)
  const identity = createIdentity(
    platform,
    openLimiter('telephony'),
    parts.personSessions,
    parts.personPresences,
  )
  const directory = createDirectory(identity, {
    companyPhones: connectCompany((): Phones => telephony),
    releasesFromUser: [
      (tx, actor, userId) => unassignExtensions(telephony, tx, actor, userId),
      (tx, { company }, userId) =>
        textingNumberUsersTable.removeWhere(tx.db, { company_id: company.id, contact_id: userId }),
      deleteBlocking,
    ],
    personInvitations: parts.personInvitations,
  })
  const storage = createFileStorage(identity, [faxFileUse, attachmentUse])
  const texting = createTexting(storage, carrier)
  const telephony: Telephony = {
    ...createPhones(directory, pbx),
    ...createFaxing(storage, faxLine),
    ...createEventChannels(texting, openTally),
  }
  return telephony
}

async function createPlatform(parts: TelephonyParts): Promise<TelephonyPlatform> {
  const { config, clock, log, secrets, database, bus, leadership, mailer, uploads, objects } = parts
  const outbox = createOutbox(parts)
  const transact = createTransact(database, bus, clock)
  const auditTo = auditDestinations(config.audit)
  return {
    config,
    clock,
    log,
    secrets,
    database,
    leadership,
    mailer,
    uploads,
    logReader: parts.logReader,
    legalHolds: parts.legalHolds,
    nodeId: randomUUID(),
    isAlone: !bus.isShared,
    contents: await openContents(database, clock, {
      product: 'telephony',
      dataDir: config.dataDir,
      kinds: telephonyContentKinds,
      objects,
    }),
    transact: (companyId, work) => transact(companyId, (tx) => work(Object.assign(tx, { auditTo }))),
    follower: await followLog(database, bus, log, outbox.checkAll),
    outbox,
    inFlight: createInFlight(),
  }
}
