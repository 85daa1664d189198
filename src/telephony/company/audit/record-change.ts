import type { Clock } from '../../../platform/clock.ts'
import { nobody } from '../../event-audience.ts'
import { markCarriedOut, readClaim } from '../../http/retry-key-store.ts'
import type { Author } from '../../identity/actor.ts'
import { conflict } from '../../problem.ts'
import type { TelephonyTransaction } from '../../telephony-platform.ts'
import type { AuditEntriesTable } from './audit-entries-table.ts'
import { insertAuditEntries } from './audit-store.ts'
import { withoutCredentials } from './without-credentials.ts'

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    changed: ChangedPayload
  }
}

/** What kinds of things change. Whoever remembers one of them drops it when it is told so. */
export type SubjectKind =
  | 'api_key'
  | 'company'
  | 'contact'
  | 'conversation'
  | 'extension'
  | 'fax_destination'
  | 'fax_message'
  | 'file'
  | 'location'
  | 'pbx_account'
  | 'texting_contact'
  | 'texting_message'
  | 'texting_number'
  | 'user_status'
  | 'webhook'

export interface Change {
  /** such as `extension.updated` */
  action: `${SubjectKind}.${string}`
  id: string
  /** as the API shows it; null: it did not exist */
  before: object | null
  after: object | null
}

/** What `changed` events carry: every process drops what it has cached of the subject. */
export interface ChangedPayload {
  kind: SubjectKind
  id: string
}

/**
 * In the transaction of every change that somebody asked for: who did what goes to the audit trail, what is
 * remembered is told to be forgotten, and the Idempotency-Key of the request is used up.
 */
export async function recordChange(
  tx: TelephonyTransaction,
  clock: Clock,
  author: Author,
  change: Change,
): Promise<void> {
  await recordChanges(tx, clock, author, [change])
}

/** Many at once, one entry each. */
export async function recordChanges(
  tx: TelephonyTransaction,
  clock: Clock,
  author: Author,
  changes: readonly Change[],
): Promise<void> {
  const entries: AuditEntriesTable[] = []
  for (const { action, id, before, after } of changes) {
    const kind = action.slice(0, action.indexOf('.')) as SubjectKind
    entries.push({
      company_id: author.company.id,
      id: await tx.next('audit'),
      at: clock.now(),
      contact_id: author.contact?.id ?? null,
      api_key_id: author.caller?.kind === 'key' ? author.caller.apiKey.id : null,
      action,
      subject_kind: kind,
      subject_id: id,
      before: before && JSON.stringify(withoutCredentials(before)),
      after: after && JSON.stringify(withoutCredentials(after)),
    })
    announceChanged(tx, kind, id)
  }
  await insertAuditEntries(tx.db, entries)
  await useUpRetryKey(tx, author)
}

async function useUpRetryKey(tx: TelephonyTransaction, { company, retryKey }: Author): Promise<void> {
  if (retryKey === undefined || (await markCarriedOut(tx.db, readClaim(company.id, retryKey)))) return
  throw conflict('Another attempt with this Idempotency-Key has taken over')
}

/** For changes that nobody asked for, such as a phone that registers. */
export function announceChanged(tx: TelephonyTransaction, kind: SubjectKind, id: string): void {
  tx.announce({ type: 'changed', audience: nobody, payload: { kind, id } })
}
