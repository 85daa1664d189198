import { recordChange } from '../../company/audit/record-change.ts'
import { placeOfFile } from '../../files/contents/keep-content.ts'
import { deleteFileRow, findFile } from '../../files/file-store.ts'
import type { Actor } from '../../identity/actor.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { placeOfPages } from '../documents/fax-pages.ts'
import { deleteMailsOfFax } from '../receiving/fax-mail-store.ts'
import type { Fax } from './fax.ts'
import { faxDeleted } from './fax-events.ts'
import { deleteFaxRow, findFax, isFileOfFax } from './fax-store.ts'
import { type FaxView, faxView } from './fax-view.ts'

/** Deletes a fax and the file that came with it. If it is still queued, it is not sent. */
export async function deleteFax(platform: TelephonyPlatform, actor: Actor, id: string): Promise<FaxView> {
  const { company } = actor
  const { contents } = platform
  const { view, content } = await platform.transact(company.id, async (tx) => {
    const fax = await findFax(tx.db, company.id, id)
    if (!fax) throw notFound('There is no such fax')
    const before = faxView(fax, company.public_id)
    await deleteMailsOfFax(tx.db, company.id, id)
    await deleteFaxRow(tx.db, company.id, id)
    const content = await deleteOwnFile(tx.db, fax)
    await recordChange(tx, platform.clock, actor, { action: 'fax_message.deleted', id, before, after: null })
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
  const file = await findFile(db, company_id, file_id)
  await deleteFileRow(db, company_id, file_id)
  return file?.content ?? null
}
