import { invalidMessage } from '../chat-error.ts'
import type { Db } from '../chat-platform.ts'
import { findHolds, isHeld } from '../identity/legal-holds/held.ts'
import type { Actor } from '../identity/users/user.ts'
import { findRecipients, membersOf } from '../streams/recipients/recipient-store.ts'
import { findReach, type Reach } from './message-reach.ts'
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
  const reach = await reachOf(db, actor, message)
  return reach === 'receiving' || reach === 'received'
}

export async function canRead(db: Db, actor: Actor, message: MessagesTable): Promise<boolean> {
  return (await reachOf(db, actor, message)) !== undefined
}

async function reachOf(db: Db, actor: Actor, message: MessagesTable): Promise<Reach | undefined> {
  return (await findReach(db, actor, [message])).reach.get(message.id)
}

/** Ids of the people in a private conversation; null for a stream. */
export async function conversationMembers(db: Db, message: MessagesTable): Promise<number[] | null> {
  if (message.stream_id !== null) return null
  const [recipient] = await findRecipients(db, message.realm_id, [message.recipient_id])
  return membersOf(recipient!)
}

/** Whether nothing of it may be lost: neither the message, nor an earlier version, nor a file that it linked. */
export async function isMessageHeld(db: Db, message: MessagesTable): Promise<boolean> {
  const holds = await findHolds(db, message.realm_id)
  if (holds.users.size === 0 && holds.streams.size === 0) return false
  return isHeld(holds, message, await conversationMembers(db, message))
}
