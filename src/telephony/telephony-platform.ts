import type { AuditDestination } from '../platform/audit/forward-audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { InFlight } from '../platform/concurrency/in-flight.ts'
import type { Contents } from '../platform/contents/contents.ts'
import type { Database, Handle } from '../platform/database/database.ts'
import type { Transaction } from '../platform/events/event-log.ts'
import type { LogFollower } from '../platform/events/follow-log.ts'
import type { Logger } from '../platform/logging/log.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { Leadership } from '../platform/nodes/leadership.ts'
import type { Outbox } from '../platform/outbox/outbox.ts'
import type { Secrets } from '../platform/secrets/secrets.ts'
import type { UploadSlots } from '../platform/uploads/upload-slots.ts'
import type { LegalHolds } from './legal-holds.ts'
import type { LogReader } from './log-reader.ts'
import type { TelephonyConfig } from './telephony-config.ts'
import type { NewTelephonyEvent, TelephonyEvent } from './telephony-event-map.ts'
import type { TelephonyTables } from './telephony-tables.ts'

export type TelephonyDb = Handle<TelephonyTables>
export type TelephonyTransaction = Transaction<TelephonyTables, NewTelephonyEvent> & {
  readonly auditTo: readonly AuditDestination[]
}
export type TelephonyFollower = LogFollower<TelephonyEvent>

/** What every district may use. The object of each district adds its own state to it. */
export interface TelephonyPlatform {
  readonly config: TelephonyConfig
  readonly clock: Clock
  readonly log: Logger
  readonly secrets: Secrets
  /** the bytes of files and faxes */
  readonly contents: Contents
  /** request bodies that are written to disk as they arrive */
  readonly uploads: UploadSlots
  readonly database: Database<TelephonyTables>
  readonly transact: <T>(companyId: number, work: (tx: TelephonyTransaction) => Promise<T>) => Promise<T>
  readonly follower: TelephonyFollower
  readonly outbox: Outbox
  readonly logReader: LogReader
  readonly legalHolds: LegalHolds
  /** identifies this server among those on the same data; new at each start */
  readonly nodeId: string
  /** No other server uses the same data: unfinished work was left by a process that died. */
  readonly isAlone: boolean
  readonly leadership: Leadership
  readonly mailer: Mailer
  /** requests in flight, including those whose client has disconnected */
  readonly inFlight: InFlight
}
