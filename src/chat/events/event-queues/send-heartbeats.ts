import type { Chat } from '../../chat.ts'
import { heartbeatEvent } from '../event-delivery/collect-events.ts'
import type { Receiver } from './receiver.ts'

/**
 * A heartbeat takes a position of the log, so that its id lies above all before and below all after it,
 * also after a crash. All that are due in an organization at the same time share one position.
 */
export async function sendHeartbeats(chat: Chat): Promise<void> {
  const now = chat.clock.now()
  const due = new Map<number, Receiver[]>()
  for (const receiver of chat.queues.receivers()) {
    if (!isWanted(chat, receiver, now)) continue
    // Its client has read nothing for a whole heartbeat.
    if (receiver.isFull) {
      receiver.end()
      continue
    }
    const { realmId } = receiver.queue.viewer
    const list = due.get(realmId)
    if (list) list.push(receiver)
    else due.set(realmId, [receiver])
  }
  for (const [realmId, receivers] of due) {
    const position = await takePosition(chat, realmId)
    // Behind: its id would tell clients that they have seen what has not been delivered yet.
    if (chat.follower.seen(realmId) < position) continue
    for (const receiver of receivers) {
      const { queue } = receiver
      // One that is due gets events instead.
      if (queue.receiver !== receiver || receiver.isDue || !isWanted(chat, receiver, now)) continue
      receiver.position = position
      receiver.deliver([heartbeatEvent(queue, position)])
    }
  }
}

/** Further ahead than any heartbeat is planned: the clock was put back. */
const isWanted = ({ config }: Chat, { heartbeatAt }: Receiver, now: number) =>
  heartbeatAt <= now || heartbeatAt > now + config.heartbeatSeconds * 1000

function takePosition(chat: Chat, realmId: number): Promise<number> {
  return chat.transact(realmId, async (transaction) => {
    transaction.announce({ type: 'heartbeat', audience: {}, payload: {} })
    return transaction.position
  })
}
