import { queueForwards } from '../../../platform/audit/forward-audit.ts'
import { withoutCredentials } from '../../../platform/audit/without-credentials.ts'
import type { Clock } from '../../../platform/clock.ts'
import { nobody } from '../../event-audience.ts'
import { markCarriedOut, readClaim } from '../../http/retry-key-store.ts'
import type { Author } from '../../identity/actor.ts'
import { conflict } from '../../problem.ts'
import type { TelephonyTransaction } from '../../telephony-platform.ts'
import { type AuditEntriesTable, auditEntriesTable } from './audit-entries-table.ts'

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    changed: ChangedPayload
  }
}

/** What can change. Caches are invalidated by kind and id. */
export type SubjectKind =
  | 'api_key'
  | 'blocked_number'
  | 'business_hours'
  | 'call'
  | 'call_screening'
  | 'calling_rules'
  | 'carrier'
  | 'company'
  | 'conference'
  | 'conference_call'
  | 'contact'
  | 'conversation'
  | 'device'
  | 'did'
  | 'extension'
  | 'fax_destination'
  | 'fax_message'
  | 'file'
  | 'import'
  | 'location'
  | 'mailbox'
  | 'outbound_route'
  | 'paging'
  | 'parked_call'
  | 'parking'
  | 'recording_rules'
  | 'retention'
  | 'menu'
  | 'name_directory'
  | 'pbx_account'
  | 'queue'
  | 'queue_call'
  | 'ring_group'
  | 'texting_contact'
  | 'texting_message'
  | 'texting_number'
  | 'trunk'
  | 'user_status'
  | 'voicemail_message'
  | 'webhook'

export interface Change {
  /** such as `extension.updated` */
  action: `${SubjectKind}.${string}`
  id: string
  /** as the API shows it; null: it did not exist */
  before: object | null
  after: object | null
}

/** The payload of `changed` events, upon which every process invalidates what it has cached of the subject. */
export interface ChangedPayload {
  kind: SubjectKind
  id: string
}

/**
 * Every requested change calls this in its transaction: it writes the audit trail, invalidates caches, and marks the
 * Idempotency-Key of the request as used.
 */
export async function recordChange(
  tx: TelephonyTransaction,
  clock: Clock,
  author: Author,
  change: Change,
): Promise<void> {
  await recordChanges(tx, clock, author, [change])
}

/** The same for many changes, with one entry each. */
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
      owner_id: author.caller?.kind === 'person' ? (author.caller.owner?.id ?? null) : null,
      action,
      subject_kind: kind,
      subject_id: id,
      before: before && JSON.stringify(withoutCredentials(before)),
      after: after && JSON.stringify(withoutCredentials(after)),
    })
    announceChanged(tx, kind, id)
  }
  await auditEntriesTable.insert(tx.db, entries)
  for (const { id } of tx.auditTo.length > 0 ? entries : []) await queueForwards(tx.outbox, tx.auditTo, id)
  await useUpRetryKey(tx, author)
}

async function useUpRetryKey(tx: TelephonyTransaction, { company, retryKey }: Author): Promise<void> {
  if (retryKey === undefined || (await markCarriedOut(tx.db, readClaim(company.id, retryKey)))) return
  throw conflict('Another attempt with this Idempotency-Key has taken over')
}

/** For changes without a request, such as a phone that registers. */
export function announceChanged(tx: TelephonyTransaction, kind: SubjectKind, id: string): void {
  tx.announce({ type: 'changed', audience: nobody, payload: { kind, id } })
}
