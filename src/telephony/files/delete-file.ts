import { recordChange } from '../company/audit/record-change.ts'
import type { Actor } from '../identity/actor.ts'
import { conflict, notFound } from '../problem.ts'
import { placeOfFile } from './contents/keep-content.ts'
import type { FileStorage } from './file-storage.ts'
import { deleteFileRow, findFile, withPreviews } from './file-store.ts'
import { type FileView, fileView } from './file-view.ts'

/** The bytes are deleted after the row. After a crash in between, the cleanup job finds them. */
export async function deleteFile(storage: FileStorage, actor: Actor, id: string): Promise<FileView> {
  const { company } = actor
  const { content, view } = await storage.transact(company.id, async (tx) => {
    const row = await findFile(tx.db, company.id, id)
    if (!row) throw notFound('There is no such file')
    for (const use of storage.fileUses) {
      const reason = await use.reasonToKeep(tx.db, company.id, id)
      if (reason !== undefined) throw conflict(reason)
    }
    const [file] = await withPreviews(tx.db, company.id, [row])
    const view = fileView(file!, company.public_id)
    await deleteFileRow(tx.db, company.id, id)
    const before = { ...view, preview: null }
    await recordChange(tx, storage.clock, actor, { action: 'file.deleted', id, before, after: null })
    return { content: row.content, view }
  })
  if (content !== null) await storage.contents.remove(placeOfFile(company, content))
  return view
}
