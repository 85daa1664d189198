import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { may } from '../../identity/permissions.ts'
import type { Actor } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { streamsTable } from '../../streams/streams-table.ts'
import { accessMessage, conversationMembers } from '../message-access.ts'
import { changeAudience, messageDeleted } from '../message-events.ts'
import { findFirstMessageId } from '../message-store.ts'
import type { MessagesTable } from '../messages-table.ts'
import { eraseMessages } from './erase-messages.ts'

export function deleteMessage(chat: ChatPlatform, actor: Actor, messageId: number): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const message = await accessMessage(db, actor, messageId)
    checkMayDelete(chat, actor, message)
    const members = await conversationMembers(db, message)
    const sender = (await usersTable.find(db, { realm_id: actor.realm.id, id: message.sender_id }))!
    const stream =
      message.stream_id === null
        ? undefined
        : await streamsTable.find(db, { realm_id: actor.realm.id, id: message.stream_id })
    const gone = await eraseMessages(transaction, actor.realm, [message])
    if (gone.length === 0) throw badRequest('Message already deleted')
    if (stream?.first_message_id === message.id) {
      const first = await findFirstMessageId(db, actor.realm.id, message.recipient_id)
      await streamsTable.update(db, { realm_id: actor.realm.id, id: stream.id }, { first_message_id: first })
    }
    const audience = changeAudience(message, stream, members)
    // The actor may have left the stream before it was archived.
    if (stream?.deactivated) audience.users = [actor.user.id]
    transaction.announce(messageDeleted(message, sender, audience))
    if (message.sender_id === actor.user.id) return
    await recordAudit(transaction, {
      action: 'message.deleted',
      id: message.id,
      name: stream?.name ?? '',
      before: { sender_id: message.sender_id, stream_id: message.stream_id, sent_at: message.sent_at },
    })
  })
}

function checkMayDelete(chat: ChatPlatform, actor: Actor, message: MessagesTable): void {
  if (may(actor.user, 'delete messages')) return
  const { allow_message_deleting: allowed, message_content_delete_limit_seconds: limit } =
    actor.realm.settings
  if (message.sender_id !== actor.user.id || !allowed) {
    throw badRequest("You don't have permission to delete this message")
  }
  if (limit > 0 && secondsOf(chat.clock) - message.sent_at > limit) {
    throw badRequest('The time limit for deleting this message has passed')
  }
}
