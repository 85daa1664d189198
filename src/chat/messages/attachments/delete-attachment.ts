import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction, Db } from '../../chat-platform.ts'
import { attachmentRemoved } from '../../files/uploads/attachment-events.ts'
import { attachmentMessagesTable, attachmentsTable } from '../../files/uploads/attachments-table.ts'
import { placeOfUpload } from '../../files/uploads/upload-place.ts'
import {
  findSpaceUsed,
  giveRoomBack,
  isInUnsentMessage,
  listClaims,
  listNeverClaimed,
  type UploadedFileRow,
} from '../../files/uploads/uploaded-file-store.ts'
import { findHolds, isHeld, underLegalHold } from '../../identity/legal-holds/held.ts'
import type { Actor } from '../../identity/users/user.ts'
import { findRecipients, membersOf } from '../../streams/recipients/recipient-store.ts'
import { removeThumbnails } from './make-thumbnail.ts'

const UNCLAIMED_SECONDS = 7 * 86_400

/** Only the uploader can delete a file. Messages of other people keep a dead link. */
export async function deleteAttachment(chat: ChatPlatform, actor: Actor, id: number): Promise<void> {
  const file = await chat.transact(actor.realm.id, async (transaction) => {
    const found = await attachmentsTable.find(transaction.db, { realm_id: actor.realm.id, id })
    if (found?.owner_id !== actor.user.id) throw badRequest('Invalid attachment')
    if (await isFileHeld(transaction.db, found)) throw underLegalHold('This file is')
    await deleteFileRow(transaction, found)
    return found
  })
  await removeFileBytes(chat, file)
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
      if (await isFileHeld(db, found)) return false
      await deleteFileRow(transaction, found)
      return true
    })
    if (removed) await removeFileBytes(chat, file)
  }
}

/** With its owner, or with a message that links it. */
export async function isFileHeld(
  db: Db,
  { realm_id: realmId, id, owner_id }: UploadedFileRow,
): Promise<boolean> {
  const holds = await findHolds(db, realmId)
  if (holds.users.has(owner_id)) return true
  if (holds.users.size === 0 && holds.streams.size === 0) return false
  const claims = await listClaims(db, realmId, id)
  if (claims.some(({ stream_id }) => isHeld(holds, { sender_id: owner_id, stream_id }, null))) return true
  const conversations = new Set(
    claims.flatMap((claim) => (claim.stream_id === null ? claim.recipient_id : [])),
  )
  const recipients = await findRecipients(db, realmId, [...conversations])
  return recipients.some((recipient) => membersOf(recipient).some((member) => holds.users.has(member)))
}

/** Deletes a file with its row. Its bytes go after the commit: see `removeFileBytes`. */
export async function deleteFileRow(transaction: ChatTransaction, file: UploadedFileRow): Promise<void> {
  const { db } = transaction
  await attachmentMessagesTable.removeWhere(db, { realm_id: file.realm_id, attachment_id: file.id })
  await attachmentsTable.remove(db, file)
  await giveRoomBack(db, file.realm_id, file.size)
  const used = await findSpaceUsed(db, file.realm_id)
  transaction.announce(attachmentRemoved(file.owner_id, file.id, used))
}

/** Runs after the row is deleted: after a crash in between, the regular cleanup finds the bytes. */
export async function removeFileBytes(chat: ChatPlatform, file: UploadedFileRow): Promise<void> {
  await chat.contents.remove(placeOfUpload(file.realm_id, file.token))
  await removeThumbnails(chat, file.realm_id, file.token)
}
