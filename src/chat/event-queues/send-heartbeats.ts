import type { Chat } from '../chat.ts'
import { heartbeatText } from '../event-delivery/collect-events.ts'
import type { LiveQueue } from './live-queue.ts'
import type { Waiting } from './waiting.ts'

/**
 * A heartbeat takes a position of the log, so that its id lies above all before and below all after it,
 * also after a crash. All that are due in an organization at the same time share one position.
 */
export async function sendHeartbeats(chat: Chat): Promise<void> {
  const now = chat.clock.now()
  const longest = chat.config.heartbeatSeconds * 1000
  const due = new Map<number, LiveQueue[]>()
  for (const queue of chat.queues.live) {
    if (queue.waiting === undefined || !isDue(queue.waiting, now, longest)) continue
    const { realmId } = queue.viewer
    const list = due.get(realmId)
    if (list) list.push(queue)
    else due.set(realmId, [queue])
  }
  for (const [realmId, queues] of due) {
    const position = await takePosition(chat, realmId)
    // Behind: its id would tell clients that they have seen what has not been delivered yet.
    if (chat.follower.seen(realmId) < position) continue
    for (const queue of queues) {
      const { waiting } = queue
      if (!waiting || !isDue(waiting, now, longest)) continue
      const events = await chat.queues.eventsAfter(queue, waiting.after)
      waiting.answer(events.length > 0 ? events : [heartbeatText(queue, position)])
    }
  }
}

/** Further ahead than any deadline is set: the clock was put back, and nobody is to wait for it to come round again. */
const isDue = ({ deadline }: Waiting, now: number, longest: number) =>
  deadline <= now || deadline > now + longest

function takePosition(chat: Chat, realmId: number): Promise<number> {
  return chat.transact(realmId, async (transaction) => {
    transaction.announce({ type: 'heartbeat', audience: {}, payload: {} })
    return transaction.position
  })
}
