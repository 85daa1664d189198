import type { Db } from '../chat-platform.ts'
import type { Reader } from '../identity/users/user.ts'
import { loadReceptionsOf, type Receptions } from '../streams/recipients/receptions.ts'
import { findStreamSights } from '../streams/stream-access.ts'

/**
 * How a user can see a message. `receiving`: they received it and still receive new ones there. `received`: they
 * received it, but have left since. `historical`: they can only look it up.
 */
export type Reach = 'receiving' | 'received' | 'historical'

export interface Reachable {
  /** by message; without those that the reader cannot see */
  reach: ReadonlyMap<number, Reach>
  /** those of the given recipients that the reader currently receives */
  receiving: ReadonlySet<number>
}

/**
 * Which of the messages a user may read now: in pages, alone and in events. It takes the same few queries for any
 * number of messages. `known`: what the reader receives from at least these recipients.
 */
export async function findReach(
  db: Db,
  reader: Reader,
  messages: readonly { id: number; recipient_id: number; stream_id: number | null }[],
  known?: Receptions,
): Promise<Reachable> {
  const recipients = [...new Set(messages.map((message) => message.recipient_id))]
  const receptions = known ?? (await loadReceptionsOf(db, reader.realm.id, reader.user.id, recipients))
  const reach = new Map<number, Reach>()
  const receiving = new Set<number>()
  const notReceived: { id: number; streamId: number }[] = []
  for (const { id, recipient_id: recipientId, stream_id: streamId } of messages) {
    const reception = receptions.get(recipientId)
    if (reception?.current) receiving.add(recipientId)
    if (reception?.received.has(id)) {
      reach.set(id, reception.current?.has(id) ? 'receiving' : 'received')
    } else if (streamId !== null) {
      notReceived.push({ id, streamId })
    }
  }
  const streams = [...new Set(notReceived.map(({ streamId }) => streamId))]
  const sights = await findStreamSights(db, reader, streams)
  for (const { id, streamId } of notReceived) {
    if (sights.get(streamId)?.isHistoryOpen) reach.set(id, 'historical')
  }
  return { reach, receiving }
}
