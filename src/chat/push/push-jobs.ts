import type { BackgroundJobs } from '../../platform/concurrency/background-jobs.ts'
import type { People } from '../people/people.ts'
import { queuePushPosts } from './queue-push-posts.ts'
import { handlePushPosts } from './send-push-post.ts'

/** While many messages are sent. */
const INTERVAL_MS = 500

/** Queues new messages for the browsers of the people they concern. The outbox sends them. */
export function startPushJobs(chat: People, work: BackgroundJobs): void {
  handlePushPosts(chat)
  const wake = work.onWake(INTERVAL_MS, 'queueing push notifications', async () => {
    while (!work.stopping.aborted && (await queuePushPosts(chat))) {}
  })
  chat.follower.on('message', wake)
  chat.follower.onSkip(wake)
  chat.follower.onForeignEvents(wake)
}
