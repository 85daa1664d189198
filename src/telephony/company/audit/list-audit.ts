import { readDate } from '../../../platform/clock.ts'
import { HttpResponse } from '../../http/http-response.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import { apiKeysTable } from '../../identity/api-key.ts'
import { fullName } from '../../identity/contact.ts'
import { findContacts } from '../../identity/contact-store.ts'
import type { Page } from '../../list-page.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import type { AuditEntriesTable } from './audit-entries-table.ts'
import { type AuditFilter, findDeletedSubjects, listAuditEntries } from './audit-store.ts'
import { auditEntryView } from './audit-view.ts'

/** Who changed what, newest first. */
export async function listAudit(
  { database }: TelephonyPlatform,
  { company }: Actor,
  filter: AuditFilter,
  page: Page,
): Promise<HttpResponse> {
  const { items, total } = await listAuditEntries(database.read, company.id, filter, page)
  const names = await findNames(database.read, company.id, items)
  return new HttpResponse(
    items.map((entry) => auditEntryView(entry, names)),
    { headers: pagingHeaders(page, total) },
  )
}

const DAY_MS = 86_400_000

/** An end given as a day without a time includes the whole day. */
export function endOfPeriod(text: string | undefined): number | undefined {
  const start = text === undefined ? undefined : readDate(text)
  return start !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text!) ? start + DAY_MS - 1 : start
}

/** Names of users and keys by id, including deleted ones. */
export async function findNames(
  db: TelephonyDb,
  companyId: number,
  entries: readonly AuditEntriesTable[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const contactIds = [
    ...new Set(entries.flatMap(({ contact_id, owner_id }) => [contact_id, owner_id])),
  ].filter((id) => id !== null)
  for (const contact of (await findContacts(db, companyId, contactIds)).values()) {
    names.set(contact.id, fullName(contact))
  }
  for (const { id, name } of await apiKeysTable.list(db, { company_id: companyId })) names.set(id, name)
  const all = [...contactIds, ...entries.flatMap(({ api_key_id: id }) => id ?? [])]
  const gone = [...new Set(all)].filter((id) => !names.has(id))
  for (const [id, before] of await findDeletedSubjects(db, companyId, gone)) {
    const was = JSON.parse(before ?? '{}')
    names.set(id, was.name ?? fullName(was))
  }
  return names
}
