import type { Db } from '../chat-platform.ts'
import { buildNarrowPath } from '../markdown/build-narrow-path.ts'
import { findStreamName, streamIdKey } from '../streams/stream-store.ts'
import { conversationMembers } from './message-access.ts'
import type { MessagesTable } from './messages-table.ts'

export interface LinkedMessage {
  message: Pick<MessagesTable, 'id' | 'topic'>
  /** null: a private message */
  stream: { id: number; name: string } | null
  /** of a private message: the ids of everybody in the conversation */
  people: readonly number[]
}

/** The address of a message in the web app, behind the address of the organization. */
export function messagePath({ message, stream, people }: LinkedMessage): string {
  if (stream) return `${buildNarrowPath(stream, message.topic)}/near/${message.id}`
  const kind = people.length > 2 ? 'group' : 'pm'
  return `/#narrow/pm-with/${people.join(',')}-${kind}/near/${message.id}`
}

/** Where a message is, for its address. */
export async function placeOf(db: Db, message: MessagesTable): Promise<Omit<LinkedMessage, 'message'>> {
  const { realm_id: realmId, stream_id: id } = message
  return {
    stream: id === null ? null : { id, name: (await findStreamName(db, streamIdKey(realmId, id)))! },
    people: (await conversationMembers(db, message)) ?? [],
  }
}
