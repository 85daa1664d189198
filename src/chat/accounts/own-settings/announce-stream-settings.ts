import type { ChatTransaction } from '../../chat-platform.ts'
import type { User } from '../../identity/users/user.ts'
import type { UserSettings } from '../../identity/users/user-settings.ts'
import { findStream } from '../../streams/stream-store.ts'
import { subscriptionUpdated } from '../../streams/subscriptions/subscription-events.ts'
import { listSubscriptionRows } from '../../streams/subscriptions/subscription-store.ts'

/** Settings that apply to streams without their own value. */
const ofStreams = {
  enable_stream_desktop_notifications: 'desktop_notifications',
  enable_stream_audible_notifications: 'audible_notifications',
  enable_stream_push_notifications: 'push_notifications',
  enable_stream_email_notifications: 'email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const

/** Clients show these settings in each stream, so a change must be announced for each. */
export async function announceStreamSettings(
  transaction: ChatTransaction,
  user: User,
  changed: Partial<UserSettings>,
): Promise<void> {
  const names = (Object.keys(ofStreams) as (keyof typeof ofStreams)[]).filter((name) => name in changed)
  if (names.length === 0) return
  for (const row of await listSubscriptionRows(transaction.db, user.realm_id, user.id)) {
    const open = names.filter((name) => row.active === 1 && row[ofStreams[name]] === null)
    const stream = open.length > 0 && (await findStream(transaction.db, user.realm_id, row.stream_id))
    if (!stream) continue
    for (const name of open)
      transaction.announce(subscriptionUpdated(user, stream, ofStreams[name], changed[name]!))
  }
}
