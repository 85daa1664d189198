import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import { attachmentRemoved } from '../../files/uploads/attachment-events.ts'
import { attachmentMessagesTable, attachmentsTable } from '../../files/uploads/attachments-table.ts'
import { placeOfUpload } from '../../files/uploads/upload-place.ts'
import {
  findSpaceUsed,
  giveRoomBack,
  isInUnsentMessage,
  listNeverClaimed,
  type UploadedFileRow,
} from '../../files/uploads/uploaded-file-store.ts'
import type { Actor } from '../../identity/users/user.ts'
import { removeThumbnails } from './make-thumbnail.ts'

const UNCLAIMED_SECONDS = 7 * 86_400

/** Only the uploader can delete a file. Messages of other people keep a dead link. */
export async function deleteAttachment(chat: ChatPlatform, actor: Actor, id: number): Promise<void> {
  const file = await chat.transact(actor.realm.id, async (transaction) => {
    const found = await attachmentsTable.find(transaction.db, { realm_id: actor.realm.id, id })
    if (found?.owner_id !== actor.user.id) throw badRequest('Invalid attachment')
    await deleteRow(transaction, found)
    return found
  })
  await removeBytes(chat, file)
}

/** Deletes files that no message has ever linked, such as those of messages that were never sent. */
export async function removeUnclaimed(chat: ChatPlatform): Promise<void> {
  const before = secondsOf(chat.clock) - UNCLAIMED_SECONDS
  for (const file of await listNeverClaimed(chat.database.read, before)) {
    const removed = await chat.transact(file.realm_id, async (transaction) => {
      const { db } = transaction
      const found = await attachmentsTable.find(db, file)
      // A message may have claimed it meanwhile, or an unsent one is about to.
      if (!found || found.was_claimed === 1) return false
      if (await isInUnsentMessage(db, file.realm_id, file.token)) return false
      await deleteRow(transaction, found)
      return true
    })
    if (removed) await removeBytes(chat, file)
  }
}

async function deleteRow(transaction: ChatTransaction, file: UploadedFileRow): Promise<void> {
  const { db } = transaction
  await attachmentMessagesTable.removeWhere(db, { realm_id: file.realm_id, attachment_id: file.id })
  await attachmentsTable.remove(db, file)
  await giveRoomBack(db, file.realm_id, file.size)
  const used = await findSpaceUsed(db, file.realm_id)
  transaction.announce(attachmentRemoved(file.owner_id, file.id, used))
}

/** Runs after the row is deleted: after a crash in between, the regular cleanup finds the bytes. */
async function removeBytes(chat: ChatPlatform, file: UploadedFileRow): Promise<void> {
  await chat.contents.remove(placeOfUpload(file.realm_id, file.token))
  await removeThumbnails(chat, file.realm_id, file.token)
}
