import type { ChatTransaction } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { releaseAttachments } from '../attachments/claim-attachments.ts'
import { deleteFlagsOf } from '../flags/message-flag-store.ts'
import { deleteExtrasOf } from '../message-extras-store.ts'
import { deleteMessageRows } from '../message-store.ts'
import type { MessagesTable } from '../messages-table.ts'
import { announceLostStars } from './announce-lost-stars.ts'

/**
 * Deletes messages of one stream or conversation and everything attached to them. The caller's transaction announces
 * it. Returns those that still existed.
 */
export async function eraseMessages(
  transaction: ChatTransaction,
  realm: Realm,
  messages: readonly MessagesTable[],
): Promise<MessagesTable[]> {
  const { db } = transaction
  const deleted = await deleteMessageRows(
    db,
    realm.id,
    messages.map(({ id }) => id),
  )
  const gone = messages.filter(({ id }) => deleted.has(id))
  const ids = gone.map(({ id }) => id)
  await announceLostStars(transaction, gone)
  await deleteFlagsOf(db, realm.id, ids)
  await deleteExtrasOf(db, realm.id, ids)
  for (const message of gone) {
    if (message.has_attachment === 1) await releaseAttachments(transaction, realm, message)
  }
  return gone
}
