import { invalidMessage } from '../chat-error.ts'
import type { Db } from '../chat-platform.ts'
import type { Actor } from '../identity/users/user.ts'
import { loadReceptionsOf } from '../streams/recipients/receptions.ts'
import { findRecipients, membersOf } from '../streams/recipients/recipient-store.ts'
import { isOpenTo } from '../streams/stream-access.ts'
import { findStream } from '../streams/stream-store.ts'
import { isSubscribed } from '../streams/subscriptions/subscription-store.ts'
import { findMessage } from './message-store.ts'
import type { MessagesTable } from './messages-table.ts'

/**
 * A message that the actor received, or can look up in the open history of a stream. Any other message is reported as
 * missing: not even administrators can read the private messages of others. After leaving a private stream, people lose
 * the messages that they received there (see Receptions).
 */
export async function accessMessage(db: Db, actor: Actor, id: number): Promise<MessagesTable> {
  const message = await findMessage(db, actor.realm.id, id)
  if (!message || !(await canRead(db, actor, message))) throw invalidMessage()
  return message
}

export async function hasReceived(db: Db, actor: Actor, message: MessagesTable): Promise<boolean> {
  const { recipient_id: recipientId, id } = message
  const receptions = await loadReceptionsOf(db, actor.realm.id, actor.user.id, [recipientId])
  return receptions.get(recipientId)?.received.has(id) ?? false
}

export async function canRead(db: Db, actor: Actor, message: MessagesTable): Promise<boolean> {
  if (await hasReceived(db, actor, message)) return true
  return message.stream_id !== null && isHistoryOpen(db, actor, message.stream_id)
}

/** Can the actor look up messages of the stream that they never received? */
export async function isHistoryOpen(db: Db, actor: Actor, streamId: number): Promise<boolean> {
  const stream = await findStream(db, actor.realm.id, streamId)
  if (!stream) return false
  if (isOpenTo(actor, stream)) return true
  return stream.history_public === 1 && (await isSubscribed(db, actor.realm.id, actor.user.id, stream.id))
}

/** Ids of the people in a private conversation; null for a stream. */
export async function conversationMembers(db: Db, message: MessagesTable): Promise<number[] | null> {
  if (message.stream_id !== null) return null
  const [recipient] = await findRecipients(db, message.realm_id, [message.recipient_id])
  return membersOf(recipient!)
}
