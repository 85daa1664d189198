import type { ChatPlatform, ChatTransaction, Db } from '../../chat-platform.ts'
import { attachmentChanged, MESSAGES_SHOWN, viewAttachment } from '../../files/uploads/attachment-events.ts'
import { attachmentMessagesTable, attachmentsTable } from '../../files/uploads/attachments-table.ts'
import { linkedTokens } from '../../files/uploads/upload-path.ts'
import { findSpaceUsed, listClaimedBy, listClaims } from '../../files/uploads/uploaded-file-store.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { canRead, isMessageHeld } from '../message-access.ts'
import type { MessagesTable } from '../messages-table.ts'
import { mayReadUploadedFile, readableClaims } from './attachment-access.ts'

/**
 * Ties a message to the files that it links now, and releases those that it linked before. A link opens the file to the
 * readers of the message, so it counts only if the author can see the file. Under a legal hold, it releases none.
 */
export async function claimAttachments(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  author: { realm: Realm; user: User },
  message: MessagesTable,
  html: string,
): Promise<void> {
  const { db } = transaction
  const { realm } = author
  const before = await listClaimedBy(db, realm.id, message.id)
  const tokens = linkedTokens(html, realm, chat.config.publicUrl)
  const linked: number[] = []
  for (const file of await attachmentsTable.list(db, { realm_id: realm.id, token: tokens })) {
    if (before.includes(file.id) || (await mayReadUploadedFile(db, author, file))) linked.push(file.id)
  }
  const added = linked.filter((id) => !before.includes(id))
  const gone = (await keepsFiles(db, message)) ? [] : before.filter((id) => !linked.includes(id))
  await attachmentMessagesTable.insertIfAbsent(
    db,
    added.map((id) => ({ realm_id: realm.id, attachment_id: id, message_id: message.id })),
  )
  for (const id of added) await attachmentsTable.update(db, { realm_id: realm.id, id }, { was_claimed: 1 })
  await attachmentMessagesTable.removeWhere(db, {
    realm_id: realm.id,
    message_id: message.id,
    attachment_id: gone,
  })
  await notifyOwners(transaction, realm, [message], [...added, ...gone])
}

/** Whether files stay tied to the message when an edit no longer links them: its history does. */
export const keepsFiles = async (db: Db, message: MessagesTable): Promise<boolean> =>
  message.has_attachment === 1 && (await isMessageHeld(db, message))

/** Called when a message is deleted: it no longer opens its files. */
export async function releaseAttachments(
  transaction: ChatTransaction,
  realm: Realm,
  message: MessagesTable,
): Promise<void> {
  const before = await listClaimedBy(transaction.db, realm.id, message.id)
  await attachmentMessagesTable.removeWhere(transaction.db, {
    realm_id: realm.id,
    message_id: message.id,
    attachment_id: before,
  })
  await notifyOwners(transaction, realm, [message], before)
}

/**
 * Owners who can read none of these versions of the message get no event: they must not learn that a file was shared in
 * private.
 */
export async function notifyOwners(
  transaction: ChatTransaction,
  realm: Realm,
  versions: readonly MessagesTable[],
  attachmentIds: readonly number[],
): Promise<void> {
  const { db } = transaction
  for (const id of attachmentIds) {
    const file = (await attachmentsTable.find(db, { realm_id: realm.id, id }))!
    const owner = (await usersTable.find(db, { realm_id: realm.id, id: file.owner_id }))!
    if (!(await canReadAny(db, { realm, user: owner }, versions))) continue
    const claims = await listClaims(db, realm.id, id, MESSAGES_SHOWN)
    const view = viewAttachment(file, await readableClaims(db, { realm, user: owner }, claims))
    transaction.announce(attachmentChanged('update', owner.id, view, await findSpaceUsed(db, realm.id)))
  }
}

async function canReadAny(db: Db, actor: Actor, versions: readonly MessagesTable[]): Promise<boolean> {
  for (const version of versions) if (await canRead(db, actor, version)) return true
  return false
}
