import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listClaimedBy } from '../../chat/files/uploads/attachment-claim-store.ts'
import { keepUpload } from '../../chat/files/uploads/keep-upload.ts'
import { placeOfUpload } from '../../chat/files/uploads/upload-place.ts'
import { findUploadedFile } from '../../chat/files/uploads/uploaded-file-store.ts'
import type { Actor as ChatActor } from '../../chat/identity/users/user.ts'
import type { MessagesTable } from '../../chat/messages/messages-table.ts'
import type { ContentPlace, Contents } from '../../platform/contents/contents.ts'
import type { ReceivedFile } from '../../platform/uploads/received-file.ts'
import { placeOfFile } from '../../telephony/files/contents/keep-content.ts'
import { createFile } from '../../telephony/files/create-file.ts'
import { findFile } from '../../telephony/files/file-store.ts'
import { uploadFile } from '../../telephony/files/upload-file.ts'
import type { Actor } from '../../telephony/identity/actor.ts'
import type { Company } from '../../telephony/identity/company.ts'
import type { Workspace } from '../workspace.ts'

/** Copies files of the telephony into the chat. Returns Markdown links to them. */
export async function copyToChat(
  workspace: Workspace,
  company: Company,
  owner: ChatActor,
  fileIds: readonly string[],
): Promise<string[]> {
  const { telephony } = workspace
  const links: string[] = []
  for (const id of fileIds) {
    const file = await findFile(telephony.database.read, company.id, id)
    if (file?.content == null) continue
    const place = placeOfFile(company, file.content)
    const name = file.uploaded_name || file.name
    const { url, filename } = await withCopy(telephony.contents, place, name, (copy) =>
      keepUpload(workspace, owner, [copy]),
    )
    links.push(`[${filename.replaceAll(/[[\]]/g, '')}](${url})`)
  }
  return links
}

/** Copies the files of a message into the telephony. Returns their ids there. */
export async function copyToPhones(
  workspace: Workspace,
  actor: Actor,
  message: MessagesTable,
): Promise<string[]> {
  const { database, telephony, contents } = workspace
  const ids: string[] = []
  for (const attachmentId of await listClaimedBy(database.read, message.realm_id, message.id)) {
    const upload = await findUploadedFile(database.read, message.realm_id, attachmentId)
    if (!upload) continue
    const place = placeOfUpload(message.realm_id, upload.token)
    await withCopy(contents, place, upload.name, async (copy) => {
      const { id } = await createFile(telephony, actor, { name: upload.name })
      const file = await findFile(telephony.database.read, actor.company.id, id)
      await uploadFile(telephony, actor, file!, { isForm: false, fields: {}, files: [copy] })
      ids.push(id)
    })
  }
  return ids
}

/** The link of an upload in a message; the file itself goes with the text. */
export const withoutUploadLinks = (content: string) =>
  content.replaceAll(/!?\[[^\]]*\]\(\/user_uploads\/[^)]*\)/g, '').trim()

async function withCopy<T>(
  contents: Contents,
  place: ContentPlace,
  name: string,
  work: (copy: ReceivedFile) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-bridge-'))
  const path = join(folder, 'file')
  try {
    await copyFile(await contents.pathOf(place), path)
    const { size } = await stat(path)
    return await work({ field: '', name, path, size })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
