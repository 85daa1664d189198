import { releaseAttachments } from '../attachments/claim-attachments.ts'
import type { ChatTransaction } from '../chat.ts'
import { deleteExtrasOf } from '../messages/message-extras-store.ts'
import { deleteMessageRow } from '../messages/message-store.ts'
import type { MessagesTable } from '../messages/messages-table.ts'
import { deleteFlagsOf } from '../read-state/message-flag-store.ts'
import type { Realm } from '../realms/realm.ts'
import { tellOfLostStars } from './tell-of-lost-stars.ts'

/** A message and all that hangs on it, within a transaction whose action tells of it. False: it was gone already. */
export async function eraseMessage(
  transaction: ChatTransaction,
  realm: Realm,
  message: MessagesTable,
): Promise<boolean> {
  const { db } = transaction
  if (!(await deleteMessageRow(db, realm.id, message.id))) return false
  await tellOfLostStars(transaction, message)
  await deleteFlagsOf(db, realm.id, message.id)
  await deleteExtrasOf(db, realm.id, message.id)
  if (message.has_attachment === 1) await releaseAttachments(transaction, realm, message)
  return true
}
