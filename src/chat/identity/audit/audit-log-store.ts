import type { Db } from '../../chat-platform.ts'
import type { AuditLogTable } from './audit-log-table.ts'

export interface AuditFilter {
  actorId?: number | undefined
  /** a kind such as `user`, or an action such as `user.deactivated` */
  action?: string | undefined
  subjectId?: string | undefined
  /** epoch milliseconds, inclusive */
  from?: number | undefined
  to?: number | undefined
}

export interface AuditPage {
  /** only entries before (newest first) or after (oldest first) this one */
  anchor: number | undefined
  isOldestFirst: boolean
  limit: number
}

export async function listAuditLog(
  db: Db,
  realmId: number,
  { actorId, action, subjectId, from, to }: AuditFilter,
  { anchor, isOldestFirst, limit }: AuditPage,
): Promise<AuditLogTable[]> {
  let query = db.selectFrom('audit_log').selectAll().where('realm_id', '=', realmId)
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (action !== undefined) query = query.where(action.includes('.') ? 'action' : 'subject_kind', '=', action)
  if (subjectId !== undefined) query = query.where('subject_id', '=', subjectId)
  if (from !== undefined) query = query.where('at', '>=', from)
  if (to !== undefined) query = query.where('at', '<=', to)
  if (anchor !== undefined) query = query.where('id', isOldestFirst ? '>' : '<', anchor)
  return query
    .orderBy('id', isOldestFirst ? 'asc' : 'desc')
    .limit(limit)
    .execute()
}
