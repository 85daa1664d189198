import { secondsOf } from '../../platform/clock.ts'
import type { Db } from '../chat-platform.ts'
import type { PushSubscriptionsTable } from '../identity/sessions/push-subscriptions-table.ts'
import type { Actor } from '../identity/users/user.ts'
import { settingsOf, type UserSettings } from '../identity/users/user-settings.ts'
import { findUser } from '../identity/users/user-store.ts'
import { listFlagsAmong } from '../messages/flags/message-flag-store.ts'
import { loadReadRangesOf } from '../messages/flags/read-range-store.ts'
import { conversationMembers } from '../messages/message-access.ts'
import { messagePath } from '../messages/message-path.ts'
import { findReach } from '../messages/message-reach.ts'
import { findMessage } from '../messages/message-store.ts'
import type { MessagesTable } from '../messages/messages-table.ts'
import { textOfHtml } from '../messages/search-index/visible-text.ts'
import type { People } from '../people/people.ts'
import { STALE_SECONDS } from '../people/presence/presence.ts'
import { findStreamName, streamIdKey } from '../streams/stream-store.ts'
import { findSubscriptionRows } from '../streams/subscriptions/subscription-store.ts'
import { loadMutes } from '../streams/topic-visibility/mutes.ts'

/** What the browser gets. Its service worker makes the texts, in the language of the person. */
export interface PushNotice {
  message_id: number
  sender: string
  /** null: a private message */
  stream: string | null
  topic: string
  /** null: the person does not want it to be shown */
  text: string | null
  language: string
  /** the address of the message, from the root */
  path: string
}

/** Notices are small: push services accept 4,096 bytes. */
const LONGEST_TEXT = 300

/**
 * What to notify the owner of a subscription of, by what is true now: they may have read the message, muted its topic
 * or left the stream since it was queued. `active`: they are using the app. Undefined: nothing.
 */
export async function findNotice(
  chat: People,
  subscription: PushSubscriptionsTable,
  messageId: number,
): Promise<PushNotice | 'active' | undefined> {
  const { realm_id: realmId, user_id: userId } = subscription
  const { read } = chat.database
  // Caches may not have what other servers have changed.
  await chat.follower.catchUp(realmId)
  const realm = await chat.realmsById.get(realmId)
  const user = await findUser(read, realmId, userId)
  const message = await findMessage(read, realmId, messageId)
  if (!realm || realm.deactivated || !user?.is_active || !message) return undefined
  const settings = settingsOf(user)
  if (!settings.enable_offline_push_notifications) return undefined
  const mutedBy = (await chat.mutings.require(realmId)).get(message.sender_id) ?? []
  if (mutedBy.includes(userId)) return undefined
  if (!(await concerns(read, { realm, user }, message, settings))) return undefined
  if (!settings.enable_online_push_notifications && (await isActive(chat, realmId, userId))) return 'active'
  return describe(read, message, settings)
}

/** Whether they may read it, have not yet, and it is private or mentions them where they have not muted it. */
async function concerns(
  db: Db,
  actor: Actor,
  message: MessagesTable,
  settings: UserSettings,
): Promise<boolean> {
  const { realm_id: realmId, id, stream_id: streamId, recipient_id: recipientId } = message
  const { user } = actor
  const { reach } = await findReach(db, actor, [message])
  if (reach.get(id) !== 'receiving') return false
  const read = await loadReadRangesOf(db, realmId, user.id, [recipientId])
  if (read.get(recipientId)?.has(id)) return false
  if (streamId === null) return true
  if ((await loadMutes(db, realmId, user.id)).isMuted(streamId, message.topic_key)) return false
  const [flags] = await listFlagsAmong(db, realmId, user.id, [id])
  if (flags?.mentioned) return true
  if (!message.mentions_everyone) return false
  const [subscription] = await findSubscriptionRows(db, realmId, streamId, [user.id])
  return Boolean(subscription?.wildcard_mentions_notify ?? settings.wildcard_mentions_notify)
}

/** Whether one of their clients has reported within the last minute that they are using it. */
async function isActive(chat: People, realmId: number, userId: number): Promise<boolean> {
  const { byUser } = await chat.presences.get(realmId)
  const since = secondsOf(chat.clock) - STALE_SECONDS
  return [...(byUser.get(userId)?.values() ?? [])].some(
    ({ status, timestamp }) => status === 'active' && timestamp > since,
  )
}

async function describe(db: Db, message: MessagesTable, settings: UserSettings): Promise<PushNotice> {
  const { realm_id: realmId, stream_id: streamId } = message
  const sender = await findUser(db, realmId, message.sender_id)
  const name = streamId === null ? null : (await findStreamName(db, streamIdKey(realmId, streamId)))!
  const people = (await conversationMembers(db, message)) ?? []
  const isShown = streamId !== null || settings.pm_content_in_desktop_notifications
  return {
    message_id: message.id,
    sender: sender!.full_name,
    stream: name,
    topic: message.topic,
    text: isShown ? shorten(textOfHtml(message.rendered_content)) : null,
    language: settings.default_language,
    path: messagePath({ message, stream: name === null ? null : { id: streamId!, name }, people }),
  }
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT - 1)}…` : line
}
