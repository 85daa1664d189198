import type { Db } from '../chat-platform.ts'
import type { Actor } from '../identity/users/user.ts'
import { loadReceptionsOf } from '../streams/recipients/receptions.ts'
import { isHistoryOpen } from './message-access.ts'

/**
 * How a user can see a message. `receiving`: they received it and still receive new ones there. `received`: they
 * received it, but have left since. `historical`: they can only look it up.
 */
export type Reach = 'receiving' | 'received' | 'historical'

export interface Reachable {
  /** by message; without those that the actor cannot see */
  reach: ReadonlyMap<number, Reach>
  /** those of the given recipients that the actor currently receives */
  receiving: ReadonlySet<number>
}

/** Like accessMessage, for many messages in few queries. */
export async function findReach(
  db: Db,
  actor: Actor,
  messages: readonly { id: number; recipient_id: number; stream_id: number | null }[],
): Promise<Reachable> {
  const recipients = [...new Set(messages.map((message) => message.recipient_id))]
  const receptions = await loadReceptionsOf(db, actor.realm.id, actor.user.id, recipients)
  const reach = new Map<number, Reach>()
  const receiving = new Set<number>()
  const open = new Map<number, boolean>()
  for (const { id, recipient_id: recipientId, stream_id: streamId } of messages) {
    const reception = receptions.get(recipientId)
    if (reception?.current) receiving.add(recipientId)
    if (reception?.received.has(id)) {
      reach.set(id, reception.current?.has(id) ? 'receiving' : 'received')
    } else if (streamId !== null) {
      if (!open.has(streamId)) open.set(streamId, await isHistoryOpen(db, actor, streamId))
      if (open.get(streamId)) reach.set(id, 'historical')
    }
  }
  return { reach, receiving }
}
