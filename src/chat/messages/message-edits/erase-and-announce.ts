import type { ChatTransaction } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import type { Stream } from '../../streams/stream.ts'
import { streamsTable } from '../../streams/streams-table.ts'
import { changeAudience, isHistoryShared, messageDeleted, messagesDeleted } from '../message-events.ts'
import { findFirstMessageId } from '../message-store.ts'
import type { MessagesTable } from '../messages-table.ts'
import { eraseMessages } from './erase-messages.ts'

/** Where messages are: in a stream, perhaps an archived one, or in a conversation with these members. */
export interface MessagesPlace {
  stream: Stream | undefined
  members: readonly number[] | null
}

/** Deletes many messages of one stream or conversation with everything attached to them, and notifies their readers. */
export async function eraseAndAnnounce(
  transaction: ChatTransaction,
  realm: Realm,
  messages: readonly MessagesTable[],
  { stream, members }: MessagesPlace,
): Promise<void> {
  const gone = await eraseMessages(transaction, realm, messages)
  if (stream && gone.some((message) => message.id === stream.first_message_id)) {
    const first = await findFirstMessageId(transaction.db, realm.id, stream.recipient_id)
    await streamsTable.update(
      transaction.db,
      { realm_id: realm.id, id: stream.id },
      { first_message_id: first },
    )
  }
  if (stream && !isHistoryShared(stream)) return announceEach(transaction, stream, gone)
  for (const group of byTopic(gone)) {
    transaction.announce(messagesDeleted(group, changeAudience(group[0]!, stream, members)))
  }
}

async function announceEach(
  transaction: ChatTransaction,
  stream: Stream,
  gone: readonly MessagesTable[],
): Promise<void> {
  const senderIds = [...new Set(gone.map((message) => message.sender_id))]
  const senders = new Map(
    (await usersTable.list(transaction.db, { realm_id: stream.realm_id, id: senderIds })).map((user) => [
      user.id,
      user,
    ]),
  )
  for (const message of gone) {
    const audience = changeAudience(message, stream, null)
    transaction.announce(messageDeleted(message, senders.get(message.sender_id)!, audience))
  }
}

/** An event names one topic, in the spelling of its first message. */
function byTopic(messages: readonly MessagesTable[]): Iterable<MessagesTable[]> {
  const groups = new Map<string, MessagesTable[]>()
  for (const message of messages) {
    const group = groups.get(message.topic_key)
    if (group) group.push(message)
    else groups.set(message.topic_key, [message])
  }
  return groups.values()
}
