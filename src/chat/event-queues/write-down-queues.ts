import type { Chat } from '../chat.ts'
import { touchQueue } from './event-queue-store.ts'
import type { LiveQueue } from './live-queue.ts'
import { StreamReceiver } from './stream-receiver.ts'

/** Others want to write, too. */
const WRITTEN_AT_ONCE = 500

/** How far clients have come. What a crash loses of it only makes a queue live a little less long. */
export async function writeDownQueues(chat: Chat): Promise<void> {
  const now = chat.clock.now()
  const byRealm = new Map<number, LiveQueue[]>()
  for (const queue of chat.queues.live) {
    const { receiver } = queue
    if (receiver instanceof StreamReceiver) receiver.acknowledgeWritten(now)
    if (receiver) queue.lastSeen = now
    else if (!queue.touched) continue
    queue.touched = false
    const list = byRealm.get(queue.viewer.realmId)
    if (list) list.push(queue)
    else byRealm.set(queue.viewer.realmId, [queue])
  }
  for (const [realmId, queues] of byRealm) {
    for (let start = 0; start < queues.length; start += WRITTEN_AT_ONCE) {
      await writeDown(chat, realmId, queues.slice(start, start + WRITTEN_AT_ONCE))
    }
  }
}

function writeDown(chat: Chat, realmId: number, queues: readonly LiveQueue[]): Promise<void> {
  return chat.database.write(realmId, {
    async work({ db }) {
      for (const queue of queues) {
        await touchQueue(db, queue.id, queue.acknowledged, Math.floor(queue.lastSeen / 1000))
      }
    },
  })
}
