import type { Db } from '../chat.ts'
import { isWithin, loadPeriodsOf, type ReceptionPeriods } from '../recipients/reception-periods.ts'
import type { Actor } from '../users/user.ts'
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
  /** of the asked streams and conversations */
  periods: ReceptionPeriods
}

/** accessMessage for many at once, in few queries. */
export async function findReach(
  db: Db,
  actor: Actor,
  messages: readonly { id: number; recipient_id: number; stream_id: number | null }[],
): Promise<Reachable> {
  const recipients = [...new Set(messages.map((message) => message.recipient_id))]
  const periods = await loadPeriodsOf(db, actor.realm.id, actor.user.id, recipients)
  const reach = new Map<number, Reach>()
  const receiving = new Set<number>()
  const open = new Map<number, boolean>()
  for (const { id, recipient_id: recipientId, stream_id: streamId } of messages) {
    const own = periods.get(recipientId) ?? []
    if (own.some((period) => period.until_message === null)) receiving.add(recipientId)
    const period = own.find((one) => isWithin(one, id))
    if (period) {
      reach.set(id, period.until_message === null ? 'receiving' : 'received')
    } else if (streamId !== null) {
      if (!open.has(streamId)) open.set(streamId, await isHistoryOpen(db, actor, streamId))
      if (open.get(streamId)) reach.set(id, 'historical')
    }
  }
  return { reach, receiving, periods }
}
