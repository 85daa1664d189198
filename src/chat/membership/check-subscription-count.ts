import { badRequest } from '../chat-error.ts'
import { SUBSCRIPTIONS_AT_ONCE } from '../chat-limits.ts'

/** Each list may be long, but not both: every pair of stream and user is work within one transaction. */
export function checkSubscriptionCount(streams: number, people: number): void {
  const count = streams * Math.max(1, people)
  if (count > SUBSCRIPTIONS_AT_ONCE) {
    throw badRequest(`Too many subscriptions at once: ${count} (limit: ${SUBSCRIPTIONS_AT_ONCE})`)
  }
}
