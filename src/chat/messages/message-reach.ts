import type { Db } from '../chat.ts'
import type { Actor } from '../identity/users/user.ts'
import { loadReceptionsOf } from '../streams/recipients/receptions.ts'
import { isHistoryOpen } from './message-access.ts'

/**
 * How somebody comes to see a message: `receiving` where it came and more will come; `received` where they
 * have left since; `historical` where they only look it up.
 */
export type Reach = 'receiving' | 'received' | 'historical'

export interface Reachable {
  /** by message; those that the actor cannot see are not there */
  reach: ReadonlyMap<number, Reach>
  /** what of the asked streams and conversations the actor receives at present */
  receiving: ReadonlySet<number>
}

/** accessMessage for many at once, in few queries. */
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
