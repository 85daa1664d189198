import { queueForwards } from '../../../platform/audit/forward-audit.ts'
import { withoutCredentials } from '../../../platform/audit/without-credentials.ts'
import type { ChatTransaction } from '../../chat-platform.ts'
import type { Realm } from '../realms/realm.ts'
import type { User } from '../users/user.ts'
import { auditLogTable } from './audit-log-table.ts'

/** What entries are about. */
export type AuditKind =
  | 'bot'
  | 'directory'
  | 'domain'
  | 'export'
  | 'identity_provider'
  | 'invitation'
  | 'legal_hold'
  | 'message'
  | 'organization'
  | 'session'
  | 'stream'
  | 'topic'
  | 'user'

export interface AuditChange {
  /** such as `user.deactivated` */
  action: `${AuditKind}.${string}`
  /** null: the only one of its kind */
  id: number | string | null
  /** not for people and bots, whose names are in their accounts */
  name?: string
  before?: object | null
  after?: object | null
  /** who has signed in just now; otherwise the author of the transaction */
  actorId?: number
}

/** Every change that administrators may have to account for calls this in its transaction. */
export async function recordAudit(
  transaction: ChatTransaction,
  { action, id, name, before, after, actorId }: AuditChange,
): Promise<void> {
  const { author, auditTo, db, now, tenant } = transaction
  const entryId = await transaction.next('audit_log')
  await auditLogTable.insert(db, {
    realm_id: tenant,
    id: entryId,
    at: now,
    actor_id: actorId ?? author.userId,
    through: author.through,
    address: author.address,
    client: author.client,
    action,
    subject_kind: action.slice(0, action.indexOf('.')),
    subject_id: id === null ? null : String(id),
    subject_name: name ?? null,
    before: before ? JSON.stringify(withoutCredentials(before)) : null,
    after: after ? JSON.stringify(withoutCredentials(after)) : null,
  })
  if (auditTo.length > 0) await queueForwards(transaction.outbox, auditTo, entryId)
}

/** The same for an account. Bots are a kind of their own. */
export const recordAccount = (
  transaction: ChatTransaction,
  { id, bot_type }: Pick<User, 'id' | 'bot_type'>,
  what: string,
  states: Pick<AuditChange, 'before' | 'after' | 'actorId'> = {},
): Promise<void> =>
  recordAudit(transaction, { action: `${bot_type === null ? 'user' : 'bot'}.${what}`, id, ...states })

/** The same for the organization itself. */
export const recordOrganization = (
  transaction: ChatTransaction,
  { id, name }: Pick<Realm, 'id' | 'name'>,
  what: string,
  states: Pick<AuditChange, 'before' | 'after'> = {},
): Promise<void> => recordAudit(transaction, { action: `organization.${what}`, id, name, ...states })
