import { secondsOf } from '../../../platform/clock.ts'
import { moveFile } from '../../../platform/files/move-file.ts'
import { sniffFile } from '../../../platform/files/sniff-type.ts'
import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import { badRequest, ChatError } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { MEBIBYTE } from '../../http/one-file.ts'
import type { Actor } from '../../identity/users/user.ts'
import { attachmentChanged, viewAttachment } from './attachment-events.ts'
import { attachmentsTable } from './attachments-table.ts'
import { addressName, newToken, pathId, uploadAddress } from './upload-path.ts'
import { placeOfUpload } from './upload-place.ts'
import { findSpaceUsed, takeRoom } from './uploaded-file-store.ts'

/**
 * Stores the first file of the form: its bytes first, then its row. If the process dies in between, a sweep removes
 * the bytes.
 */
export async function keepUpload(
  chat: ChatPlatform,
  actor: Actor,
  files: readonly ReceivedFile[],
): Promise<{ uri: string; url: string; filename: string }> {
  const [file] = files
  if (!file || file.size === 0) throw badRequest('You must specify a file to upload')
  await checkRoom(chat, actor, file.size)
  const token = newToken()
  // The name may be cut in the middle of a character.
  const name = Buffer.from(file.name).toString() || 'uploaded-file'
  const place = placeOfUpload(actor.realm.id, token)
  const mimetype = await sniffFile(file.path)
  await chat.contents.fill(place, (draft) => moveFile(file.path, draft))
  try {
    const path = pathId(actor.realm.id, token, addressName(name))
    await addRow(chat, actor, { token, name, path_id: path, mimetype, size: file.size })
    return { uri: uploadAddress(path), url: uploadAddress(path), filename: name }
  } catch (error) {
    await chat.contents.remove(place)
    throw error
  }
}

async function addRow(
  chat: ChatPlatform,
  actor: Actor,
  file: { token: string; name: string; path_id: string; mimetype: string; size: number },
): Promise<void> {
  await chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    if (!(await takeRoom(db, actor.realm.id, file.size, quotaOf(chat)))) throw overQuota()
    const row = {
      ...file,
      realm_id: actor.realm.id,
      id: await transaction.next('attachments'),
      owner_id: actor.user.id,
      created_at: secondsOf(chat.clock),
      was_claimed: 0,
    }
    await attachmentsTable.insert(db, row)
    const used = await findSpaceUsed(db, actor.realm.id)
    transaction.announce(attachmentChanged('add', actor.user.id, viewAttachment(row, []), used))
  })
}

/** The row decides later. This early check avoids writing files that would be refused anyway. */
async function checkRoom(chat: ChatPlatform, actor: Actor, bytes: number): Promise<void> {
  const quota = quotaOf(chat)
  if (quota === undefined) return
  if ((await findSpaceUsed(chat.database.read, actor.realm.id)) + bytes > quota) throw overQuota()
}

const quotaOf = ({ config }: ChatPlatform) =>
  config.uploadQuotaMegabytes === 0 ? undefined : config.uploadQuotaMegabytes * MEBIBYTE

const overQuota = () =>
  new ChatError("Upload would exceed your organization's upload quota.", { code: 'REALM_UPLOAD_QUOTA' })
