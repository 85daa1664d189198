import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { settingsOf } from '../../identity/users/user-settings.ts'
import { listStreams } from '../stream-store.ts'
import { listAllSubscribers, listSubscriptionRows } from './subscription-store.ts'
import { type SubscriptionView, viewSubscription } from './subscription-view.ts'

/** The actor's subscriptions by name, optionally with the email addresses of the subscribers. */
export async function listSubscriptions(
  chat: ChatPlatform,
  db: Db,
  actor: Actor,
  includeSubscribers: boolean,
): Promise<(SubscriptionView & { subscribers?: string[] })[]> {
  const rows = new Map(
    (await listSubscriptionRows(db, actor.realm.id, actor.user.id))
      .filter((row) => row.active === 1)
      .map((row) => [row.stream_id, row]),
  )
  const subscribers = includeSubscribers ? await listAllSubscribers(db, actor.realm.id) : undefined
  const settings = settingsOf(actor.user)
  const streams = (await listStreams(db, actor.realm.id)).filter((stream) => rows.has(stream.id))
  return streams.map((stream) => {
    const view = viewSubscription(stream, rows.get(stream.id)!, settings, chat.config.publicUrl)
    if (!subscribers) return view
    return { ...view, subscribers: (subscribers.get(stream.id) ?? []).map(({ email }) => email).sort() }
  })
}
