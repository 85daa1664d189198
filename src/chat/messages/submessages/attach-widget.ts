import type { ChatTransaction } from '../../chat-platform.ts'
import type { MessagesTable } from '../messages-table.ts'
import { readWidget } from './read-widget.ts'
import { insertSubmessage } from './submessage-store.ts'

/** A message that opens a poll gets its first submessage at once, and accepts votes from then on. */
export async function attachWidget(transaction: ChatTransaction, message: MessagesTable) {
  const widget = readWidget(message.content)
  if (!widget) return undefined
  const submessage = {
    message_id: message.id,
    id: await transaction.next('submessages'),
    sender_id: message.sender_id,
    msg_type: 'widget',
    content: JSON.stringify(widget),
  }
  await insertSubmessage(transaction.db, { realm_id: message.realm_id, ...submessage })
  return { reactions: [], submessages: [submessage] }
}
