import type { ChatPlatform } from '../../chat-platform.ts'
import { heartbeatEvent } from '../event-delivery/collect-events.ts'
import type { Receiver } from '../event-delivery/live-queue.ts'
import type { Events } from '../events.ts'

/**
 * A heartbeat takes a position of the log, so its id is above all earlier and below all later ids, even after a crash.
 * All heartbeats due in an organization at the same time share one position.
 */
export async function sendHeartbeats(chat: Events): Promise<void> {
  const now = chat.clock.now()
  const due = new Map<number, Receiver[]>()
  for (const receiver of chat.queues.receivers()) {
    if (!isWanted(chat, receiver, now)) continue
    // Its client has read nothing since the last heartbeat.
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
    // This process is behind. The id would claim that the client has seen events that are still undelivered.
    if (chat.follower.seen(realmId) < position) continue
    for (const receiver of receivers) {
      const { queue } = receiver
      // A receiver that is due gets events instead.
      if (queue.receiver !== receiver || receiver.isDue || !isWanted(chat, receiver, now)) continue
      receiver.position = position
      receiver.deliver([heartbeatEvent(queue, position)])
    }
  }
}

/** If it is further ahead than any heartbeat can be, the clock was set back. */
const isWanted = ({ config }: ChatPlatform, { heartbeatAt }: Receiver, now: number) =>
  heartbeatAt <= now || heartbeatAt > now + config.heartbeatSeconds * 1000

function takePosition(chat: ChatPlatform, realmId: number): Promise<number> {
  return chat.transact(realmId, async (transaction) => {
    transaction.announce({ type: 'heartbeat', audience: {}, payload: {} })
    return transaction.position
  })
}
