import { recordChange } from '../company/audit/record-change.ts'
import { isFileOfFax } from '../fax/faxes/fax-store.ts'
import type { Actor } from '../identity/actor.ts'
import { conflict, notFound } from '../problem.ts'
import type { Telephony } from '../telephony.ts'
import { placeOfFile } from './contents/keep-content.ts'
import { deleteFileRow, findFile, withPreviews } from './file-store.ts'
import { type FileView, fileView } from './file-view.ts'

/** The bytes go after the row: a crash in between leaves only what the regular search finds. */
export async function deleteFile(telephony: Telephony, actor: Actor, id: string): Promise<FileView> {
  const { company } = actor
  const { content, view } = await telephony.transact(company.id, async (tx) => {
    const row = await findFile(tx.db, company.id, id)
    if (!row) throw notFound('There is no such file')
    if (await isFileOfFax(tx.db, company.id, id))
      throw conflict('The file belongs to a fax; delete that first')
    const [file] = await withPreviews(tx.db, company.id, [row])
    const view = fileView(file!, company.public_id)
    await deleteFileRow(tx.db, company.id, id)
    const before = { ...view, preview: null }
    await recordChange(tx, telephony.clock, actor, { action: 'file.deleted', id, before, after: null })
    return { content: row.content, view }
  })
  if (content !== null) await telephony.contents.remove(placeOfFile(company, content))
  return view
}
