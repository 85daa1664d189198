import type { ChatTransaction } from '../../chat-platform.ts'
import { listClaimedBy } from '../../files/uploads/attachment-claim-store.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { findMessage } from '../message-store.ts'
import type { MessagesTable } from '../messages-table.ts'
import { notifyOwners } from './claim-attachments.ts'

/** Messages, given as they were before, moved to another stream: the owners of their files see other claims now. */
export async function announceMovedAttachments(
  transaction: ChatTransaction,
  realm: Realm,
  messages: readonly MessagesTable[],
): Promise<void> {
  for (const before of messages) {
    if (before.has_attachment === 0) continue
    const now = (await findMessage(transaction.db, realm.id, before.id))!
    const files = await listClaimedBy(transaction.db, realm.id, before.id)
    await notifyOwners(transaction, realm, [before, now], files)
  }
}
