import type { BackgroundJobs } from '../../platform/concurrency/background-jobs.ts'
import type { People } from '../people/people.ts'
import { listDueSubscriptions } from './push-post-store.ts'
import { queuePushPosts } from './queue-push-posts.ts'
import { sendPushPosts } from './send-push-post.ts'

const INTERVAL_MS = 500
/** Requests continue in the background, so a slow push service delays only its own browsers. */
const MAX_CONCURRENT = 50
const DUE_AT_ONCE = 500

/** Queues new messages for the browsers of the people they concern, and sends what is due. */
export function startPushJobs(chat: People, work: BackgroundJobs): void {
  const inFlight = new Set<string>()
  work.onLeader(INTERVAL_MS, 'queueing push notifications', () => queuePushPosts(chat))
  work.onLeader(INTERVAL_MS, 'sending push notifications', async () => {
    for (const due of await listDueSubscriptions(chat.database.read, chat.clock.now(), DUE_AT_ONCE)) {
      const key = `${due.realm_id}:${due.subscription_id}`
      if (inFlight.size >= MAX_CONCURRENT) return
      if (inFlight.has(key)) continue
      inFlight.add(key)
      void sendPushPosts(chat, due)
        // The rows are still there, and will be due.
        .catch((error) => chat.log.warn({ err: error }, 'a push notification failed; trying again'))
        .finally(() => inFlight.delete(key))
    }
  })
}
