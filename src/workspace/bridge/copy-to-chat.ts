import { plain } from '../../chat/bots/incoming-webhooks/texts/plain-text.ts'
import { ChatError } from '../../chat/chat-error.ts'
import { keepUpload } from '../../chat/files/uploads/keep-upload.ts'
import { MEBIBYTE } from '../../chat/http/one-file.ts'
import { ContentGone } from '../../platform/contents/contents.ts'
import { placeOfFile } from '../../telephony/files/contents/keep-content.ts'
import { filesTable } from '../../telephony/files/file-tables.ts'
import type { Crossing } from './crossing.ts'
import { withCopyOf } from './with-copy-of.ts'

/**
 * Copies files of the telephony into the chat. Returns Markdown links to them, and the names of those for which there
 * is no room. Before the transaction, which must not wait for files: after a crash, the chat deletes uploads that no
 * message links.
 */
export async function copyToChat(
  { workspace, realm, company, bot }: Crossing,
  fileIds: readonly string[],
): Promise<{ links: string[]; missing: string[] }> {
  const { telephony, config } = workspace
  const links: string[] = []
  const missing: string[] = []
  for (const id of fileIds) {
    const file = await filesTable.find(telephony.database.read, { company_id: company.id, id })
    if (file?.content == null) continue
    const name = file.uploaded_name || file.name
    try {
      if (file.size > config.uploadMegabytes * MEBIBYTE) throw new ChatError('too large')
      const { url } = await withCopyOf(telephony.contents, placeOfFile(company, file.content), name, (copy) =>
        keepUpload(workspace, { realm, user: bot }, [copy]),
      )
      links.push(`[${plain(name) || 'file'}](${url})`)
    } catch (error) {
      if (!(error instanceof ChatError || error instanceof ContentGone)) throw error
      missing.push(plain(name))
    }
  }
  return { links, missing }
}
