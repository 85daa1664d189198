import { badRequest } from '../../chat-error.ts'
import type { ChatTransaction } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import type { Streams } from '../../streams/streams.ts'
import type { Destination } from '../message-to-write.ts'
import { privateDestination, streamDestination } from '../sending/message-destination.ts'
import type { NamedRecipients } from '../sending/read-recipients.ts'
import type { ScheduledMessagesTable } from './scheduled-messages-table.ts'

export type DestinationColumns = Pick<ScheduledMessagesTable, 'stream_id' | 'people' | 'topic'>

/** Newer clients use different words for the same types. */
export function messageKind(type: string): Destination['kind'] {
  if (type === 'stream' || type === 'channel') return 'stream'
  if (type === 'private' || type === 'direct') return 'private'
  throw badRequest('Invalid message type')
}

/** Where the actor wants to send, if permitted. Stored as ids, because names may change before it is due. */
export async function destinationColumns(
  chat: Streams,
  transaction: ChatTransaction,
  actor: Actor,
  kind: Destination['kind'],
  to: NamedRecipients,
  topic: string | undefined,
): Promise<DestinationColumns> {
  const destination =
    kind === 'stream'
      ? await streamDestination(chat, transaction, actor, to, topic)
      : await privateDestination(transaction.db, actor, to)
  if (destination.kind === 'stream') {
    return { stream_id: destination.stream.id, people: null, topic: destination.topic }
  }
  const others = destination.people.map((user) => user.id).filter((id) => id !== actor.user.id)
  return { stream_id: null, people: (others.length > 0 ? others : [actor.user.id]).join(','), topic: '' }
}

/** The reverse, with current permissions. */
export function currentDestination(
  chat: Streams,
  transaction: ChatTransaction,
  author: Actor,
  row: ScheduledMessagesTable,
): Promise<Destination> {
  if (row.stream_id !== null) return streamDestination(chat, transaction, author, [row.stream_id], row.topic)
  return privateDestination(transaction.db, author, peopleOf(row))
}

export const peopleOf = (row: Pick<ScheduledMessagesTable, 'people'>) => row.people!.split(',').map(Number)
