import { secondsOf } from '../../../platform/clock.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { findChangeAudience } from '../find-change-audience.ts'
import { accessMessage, conversationMembers } from '../message-access.ts'
import { checkMayEdit } from '../message-edits/edit-permission.ts'
import type { MessagesTable } from '../messages-table.ts'
import { refuseTurnedOff, SUBSCRIBERS_LIMIT } from './announce-typing.ts'
import { hasMoreSubscribers } from './audience-size-store.ts'
import { type EditedPlace, type TypingOperation, typingInEdit } from './typing-events.ts'

/** Notifies everyone who can see the message. */
export function announceEditTyping(
  chat: ChatPlatform,
  actor: Actor,
  messageId: number,
  op: TypingOperation,
): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const message = await accessMessage(transaction.db, actor, messageId)
    checkMayEdit(actor, message, { topic: false, stream: false, content: true }, secondsOf(chat.clock))
    refuseTurnedOff(actor.user, message.stream_id === null ? 'direct' : 'stream')
    const place = await findPlace(transaction, message)
    if (!place) return
    const audience = await findChangeAudience(transaction.db, actor, message)
    transaction.announce(typingInEdit(op, actor.user, message.id, place, audience))
  })
}

/** undefined: too many would be notified. */
async function findPlace({ db }: ChatTransaction, message: MessagesTable): Promise<EditedPlace | undefined> {
  const { realm_id: realmId, stream_id: streamId, topic } = message
  if (streamId === null) return { type: 'direct', user_ids: (await conversationMembers(db, message)) ?? [] }
  if (await hasMoreSubscribers(db, realmId, streamId, SUBSCRIBERS_LIMIT)) return undefined
  return { type: 'channel', channel_id: streamId, topic }
}
