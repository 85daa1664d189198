import { secondsOf } from '../../../platform/clock.ts'
import type { Chat, ChatTransaction } from '../../chat.ts'
import { badRequest } from '../../chat-error.ts'
import { deleteClaimsOn } from '../../files/uploads/attachment-claim-store.ts'
import { attachmentRemoved } from '../../files/uploads/attachment-events.ts'
import { placeOfUpload } from '../../files/uploads/upload-place.ts'
import {
  deleteUploadedFileRow,
  findSpaceUsed,
  findUploadedFile,
  giveRoomBack,
  isInUnsentMessage,
  listNeverClaimed,
  type UploadedFileRow,
} from '../../files/uploads/uploaded-file-store.ts'
import type { Actor } from '../../identity/users/user.ts'
import { removeThumbnails } from './make-thumbnail.ts'

const UNCLAIMED_SECONDS = 7 * 86_400

/** One's own only: the messages of others that link it keep a link that leads nowhere. */
export async function deleteAttachment(chat: Chat, actor: Actor, id: number): Promise<void> {
  const file = await chat.transact(actor.realm.id, async (transaction) => {
    const found = await findUploadedFile(transaction.db, actor.realm.id, id)
    if (found?.owner_id !== actor.user.id) throw badRequest('Invalid attachment')
    await forget(transaction, found)
    return found
  })
  await removeBytes(chat, file)
}

/** Files that no message has ever linked: of messages that were never sent. */
export async function removeUnclaimed(chat: Chat): Promise<void> {
  const before = secondsOf(chat.clock) - UNCLAIMED_SECONDS
  for (const file of await listNeverClaimed(chat.database.read, before)) {
    const removed = await chat.transact(file.realm_id, async (transaction) => {
      const { db } = transaction
      const found = await findUploadedFile(db, file.realm_id, file.id)
      // A message may have come in the meantime, or is going to come.
      if (!found || found.was_claimed === 1) return false
      if (await isInUnsentMessage(db, file.realm_id, file.token)) return false
      await forget(transaction, found)
      return true
    })
    if (removed) await removeBytes(chat, file)
  }
}

async function forget(transaction: ChatTransaction, file: UploadedFileRow): Promise<void> {
  const { db } = transaction
  await deleteClaimsOn(db, file.realm_id, file.id)
  await deleteUploadedFileRow(db, file.realm_id, file.id)
  await giveRoomBack(db, file.realm_id, file.size)
  const used = await findSpaceUsed(db, file.realm_id)
  transaction.announce(attachmentRemoved(file.owner_id, file.id, used))
}

/** After the row: a crash in between leaves only what the regular search finds. */
async function removeBytes(chat: Chat, file: UploadedFileRow): Promise<void> {
  await chat.contents.remove(placeOfUpload(file.realm_id, file.token))
  await removeThumbnails(chat, file.realm_id, file.token)
}
