import type { Chat, ChatTransaction } from '../../chat.ts'
import {
  deleteClaims,
  insertClaims,
  listClaimedBy,
  listClaims,
} from '../../files/uploads/attachment-claim-store.ts'
import { attachmentChanged } from '../../files/uploads/attachment-events.ts'
import { MESSAGES_SHOWN, viewAttachment } from '../../files/uploads/attachment-view.ts'
import { linkedTokens } from '../../files/uploads/upload-path.ts'
import {
  findSpaceUsed,
  findUploadedFile,
  findUploadedFilesByToken,
  noteClaimed,
} from '../../files/uploads/uploaded-file-store.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { User } from '../../identity/users/user.ts'
import { findUser } from '../../identity/users/user-store.ts'
import { canRead } from '../message-access.ts'
import type { MessagesTable } from '../messages-table.ts'
import { mayReadUploadedFile, readableClaims } from './attachment-access.ts'

/**
 * Ties a message to the files that it links now, and frees those that it linked before. A link opens a file to
 * the message's readers, so only an author who can see the file has that power.
 */
export async function claimAttachments(
  chat: Chat,
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
  for (const file of await findUploadedFilesByToken(db, realm.id, tokens)) {
    if (before.includes(file.id) || (await mayReadUploadedFile(db, author, file))) linked.push(file.id)
  }
  const added = linked.filter((id) => !before.includes(id))
  const gone = before.filter((id) => !linked.includes(id))
  await insertClaims(db, realm.id, message.id, added)
  for (const id of added) await noteClaimed(db, realm.id, id)
  await deleteClaims(db, realm.id, message.id, gone)
  await tellOwners(transaction, realm, message, [...added, ...gone])
}

/** A message goes, and with it the way to its files. */
export async function releaseAttachments(
  transaction: ChatTransaction,
  realm: Realm,
  message: MessagesTable,
): Promise<void> {
  const before = await listClaimedBy(transaction.db, realm.id, message.id)
  await deleteClaims(transaction.db, realm.id, message.id, before)
  await tellOwners(transaction, realm, message, before)
}

/** Unless they cannot read the message: that somebody passes a file on in private is not their business. */
async function tellOwners(
  transaction: ChatTransaction,
  realm: Realm,
  message: MessagesTable,
  attachmentIds: readonly number[],
): Promise<void> {
  const { db } = transaction
  for (const id of attachmentIds) {
    const file = (await findUploadedFile(db, realm.id, id))!
    const owner = (await findUser(db, realm.id, file.owner_id))!
    if (!(await canRead(db, { realm, user: owner }, message))) continue
    const claims = await listClaims(db, realm.id, id, MESSAGES_SHOWN)
    const view = viewAttachment(file, await readableClaims(db, { realm, user: owner }, claims))
    transaction.announce(attachmentChanged('update', owner.id, view, await findSpaceUsed(db, realm.id)))
  }
}
