import { readPage } from '../../../platform/database/statements/read-page.ts'
import type { Page, PageOf } from '../../list-page.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { type AuditEntriesTable, auditEntriesTable } from './audit-entries-table.ts'

export interface AuditFilter {
  subjectId?: string | undefined
  contactId?: string | undefined
  /** `extension` or `extension.updated` */
  action?: string | undefined
  /** epoch milliseconds, inclusive */
  from?: number | undefined
  to?: number | undefined
}

/** Newest first. */
export async function listAuditEntries(
  db: TelephonyDb,
  companyId: number,
  filter: AuditFilter,
  page: Page,
): Promise<PageOf<AuditEntriesTable>> {
  let query = db.selectFrom('audit_entries').where('company_id', '=', companyId)
  if (filter.subjectId !== undefined) query = query.where('subject_id', '=', filter.subjectId)
  if (filter.contactId !== undefined) query = query.where('contact_id', '=', filter.contactId)
  const { action } = filter
  if (action !== undefined) query = query.where(action.includes('.') ? 'action' : 'subject_kind', '=', action)
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('at', '<=', filter.to)
  return readPage(query.selectAll().orderBy('id', 'desc'), page)
}

/** The names of the newest actions since then, newest first. */
export async function listNewestActions(
  db: TelephonyDb,
  companyId: number,
  since: number,
  most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['action', 'at'])
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.filter(({ at }) => at >= since).map(({ action }) => action)
}

/** Which of these subjects have an entry of this action and user since then. */
export async function findRecentSubjects(
  db: TelephonyDb,
  companyId: number,
  { action, contactId, subjectIds, since }: RecentSubjects,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('audit_entries')
    .select('subject_id')
    .distinct()
    .where('company_id', '=', companyId)
    .where('subject_id', 'in', subjectIds)
    .where('contact_id', '=', contactId)
    .where('action', '=', action)
    .where('at', '>=', since)
    .execute()
  return new Set(rows.map(({ subject_id: id }) => id))
}

interface RecentSubjects {
  action: string
  contactId: string
  subjectIds: readonly string[]
  since: number
}

/** The last state of deleted contacts and keys, as JSON. */
export async function findDeletedSubjects(
  db: TelephonyDb,
  companyId: number,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await auditEntriesTable.pick(
    db,
    { company_id: companyId, subject_id: ids, action: ['contact.deleted', 'api_key.deleted'] },
    ['subject_id', 'before'],
  )
  return new Map(rows.map(({ subject_id: id, before }) => [id, before]))
}
