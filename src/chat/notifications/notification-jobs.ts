import type { BackgroundJobs } from '../../platform/concurrency/background-jobs.ts'
import type { People } from '../people/people.ts'
import { handleMissedMails } from './missed-mail.ts'
import { queueNotifications } from './queue-notifications.ts'
import { handlePushPosts } from './send-push-post.ts'

/** While many messages are sent. */
const INTERVAL_MS = 500

/** Queues new messages for the people they concern. The outbox sends them to browsers, and by mail. */
export function startNotificationJobs(chat: People, work: BackgroundJobs): void {
  handlePushPosts(chat)
  handleMissedMails(chat)
  const wake = work.onWake(INTERVAL_MS, 'queueing notifications', async () => {
    while (!work.stopping.aborted && (await queueNotifications(chat))) {}
  })
  chat.follower.on('message', wake)
  chat.follower.onSkip(wake)
  chat.follower.onForeignEvents(wake)
}
