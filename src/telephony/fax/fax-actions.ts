import { type Static, Type } from '@sinclair/typebox'
import { recordChange } from '../company/audit/record-change.ts'
import { placeOfFile } from '../files/contents/keep-content.ts'
import { deleteFileRow } from '../files/file-store.ts'
import { filesTable } from '../files/file-tables.ts'
import { HttpResponse } from '../http/http-response.ts'
import { pagingHeaders } from '../http/paging.ts'
import { checkReadOnlyFields } from '../http/read-only-fields.ts'
import type { Actor, Author } from '../identity/actor.ts'
import { requirePermission } from '../identity/permissions.ts'
import { underLegalHold } from '../legal-holds.ts'
import type { Page } from '../list-page.ts'
import { notFound } from '../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../telephony-platform.ts'
import { placeOfPages } from './documents/fax-pages.ts'
import type { Fax, FaxWithFile } from './faxes/fax.ts'
import { FaxSchema, type FaxView, faxDeleted, faxUpdated, faxView } from './faxes/fax-events.ts'
import {
  deleteFaxRow,
  type FaxFilter,
  findFax,
  isFileOfFax,
  listFaxes,
  updateFaxRow,
} from './faxes/fax-store.ts'

const readOnly = Object.keys(FaxSchema.properties).filter((name) => name !== 'is_read')

/** Clients send whole objects back. These change while a fax is sent, and are ignored. */
const volatile = ['error', 'pages', 'status']

const unchangeable = readOnly.filter((name) => !volatile.includes(name))

export const FaxPatch = Type.Object(
  {
    ...Object.fromEntries(readOnly.map((name) => [name, Type.Optional(Type.Unknown())])),
    is_read: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

/** Deletes a fax and the file that came with it. If it is still queued, it is not sent. */
export async function deleteFax(platform: TelephonyPlatform, author: Author, id: string): Promise<FaxView> {
  const { company } = author
  const { contents } = platform
  const { view, content } = await platform.transact(company.id, async (tx) => {
    const fax = await findFax(tx.db, company.id, id)
    if (!fax) throw notFound('There is no such fax')
    const before = faxView(fax, company.public_id)
    await deleteFaxRow(tx.db, company.id, id)
    for (const kind of ['fax', 'fax_mail'] as const) await tx.outbox.cancel(kind, id)
    const content = await deleteOwnFile(tx.db, fax)
    await recordChange(tx, platform.clock, author, { action: 'fax_message.deleted', id, before, after: null })
    tx.announce(faxDeleted(id))
    return { view: before, content }
  })
  await contents.remove(placeOfPages(company, id))
  if (content !== null) await contents.remove(placeOfFile(company, content))
  return view
}

/** A mail to several numbers makes several faxes with one file, which is deleted with the last of them. */
async function deleteOwnFile(
  db: TelephonyDb,
  { company_id, file_id, owns_file }: Fax,
): Promise<string | null> {
  if (owns_file === 0 || (await isFileOfFax(db, company_id, file_id))) return null
  const file = await filesTable.find(db, { company_id, id: file_id })
  await deleteFileRow(db, company_id, file_id)
  return file?.content ?? null
}

/** For every user of the company. Faxes of other companies are not found. */
export async function faxToRead(
  { database }: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<FaxWithFile> {
  const fax = await findFax(database.read, actor.company.id, id)
  if (!fax) throw notFound('There is no such fax')
  return fax
}

export async function faxToDelete(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<FaxWithFile> {
  const fax = await faxToRead(platform, actor, id)
  requirePermission(actor, 'delete faxes')
  const held = await platform.legalHolds.heldUsers(actor.company.id)
  if (fax.user_id !== null && held.includes(fax.user_id)) throw underLegalHold('This fax is')
  return fax
}

export async function listCompanyFaxes(
  { database }: TelephonyPlatform,
  { company }: Actor,
  filter: FaxFilter,
  page: Page,
): Promise<HttpResponse> {
  const { items, total } = await listFaxes(database.read, company.id, filter, page)
  return new HttpResponse(
    items.map((fax) => faxView(fax, company.public_id)),
    { headers: pagingHeaders(page, total) },
  )
}

export async function updateFax(
  { clock, transact }: TelephonyPlatform,
  actor: Actor,
  id: string,
  input: Static<typeof FaxPatch>,
): Promise<FaxView> {
  const { company } = actor
  return transact(company.id, async (tx) => {
    const fax = await findFax(tx.db, company.id, id)
    if (!fax) throw notFound('There is no such fax')
    const before = faxView(fax, company.public_id)
    checkReadOnlyFields(input, before, unchangeable)
    const { is_read: isRead = before.is_read } = input
    if (isRead === before.is_read) return before
    await updateFaxRow(tx.db, company.id, id, { is_read: isRead ? 1 : 0, updated_at: clock.now() })
    const after = { ...before, is_read: isRead }
    await recordChange(tx, clock, actor, { action: 'fax_message.updated', id, before, after })
    tx.announce(faxUpdated(after))
    return after
  })
}
