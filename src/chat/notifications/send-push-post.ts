import webPush from 'web-push'
import { secondsOf } from '../../platform/clock.ts'
import type { OutboxEntry } from '../../platform/outbox/outbox-queue.ts'
import { type Outcome, postWebhook } from '../../platform/outgoing/post-webhook.ts'
import type { ChatPlatform, Db } from '../chat-platform.ts'
import { type PushSubscriptionsTable, pushSubscriptionsTable } from '../identity/sessions/sessions-table.ts'
import { settingsOf, type UserSettings } from '../identity/users/user-settings.ts'
import { usersTable } from '../identity/users/users-table.ts'
import { conversationMembers } from '../messages/message-access.ts'
import { messagePath } from '../messages/message-path.ts'
import { findMessage } from '../messages/message-store.ts'
import type { MessagesTable } from '../messages/messages-table.ts'
import { textOfHtml } from '../messages/search-index/visible-text.ts'
import type { People } from '../people/people.ts'
import { STALE_SECONDS } from '../people/presence/presence.ts'
import { personStatusesTable } from '../people/user-status/person-statuses-table.ts'
import { findStreamName, streamIdKey } from '../streams/stream-store.ts'
import { isConcerned, lastActiveAt } from './concerned-people.ts'
import { loadPushKey } from './load-push-key.ts'
import type { PushTarget } from './push-target.ts'
import type { PushPost } from './queue-notifications.ts'

/** Notices are small: push services accept 4,096 bytes. */
const MAX_TEXT_LENGTH = 300

/** A slow push service delays only its own browsers. */
const MAX_CONCURRENT = 50
/** Delays between attempts. A notification that is older is of little use. */
const waitSeconds = [5, 30, 120, 600]
/** In a row: the subscription is dropped. The browser subscribes again when the app is opened. */
const MAX_FAILURES = 20
/** How long a push service keeps a notification for a browser that is switched off. */
const RETENTION_SECONDS = 86_400

/** Sends what is due to a browser, the oldest first. */
export const handlePushPosts = (chat: People): void =>
  chat.outbox.handle('push', {
    concurrency: MAX_CONCURRENT,
    isAbandonable: true,
    retryAfter: pauseAfter,
    attempt: (post) => attempt(chat, post),
  })

function pauseAfter(attempts: number): number | undefined {
  const seconds = waitSeconds[attempts - 1]
  return seconds === undefined ? undefined : seconds * 1000
}

/** Makes one attempt, and handles its outcome: done, a later retry, or giving up. */
async function attempt(chat: People, post: OutboxEntry<PushPost>): Promise<void> {
  const { subscriptionId: id, messageId } = post.payload
  const now = chat.clock.now()
  const write = (work: (db: Db) => Promise<unknown>) =>
    chat.database.write(post.tenant, { work: ({ db }) => work(db) })
  const subscription = await pushSubscriptionsTable.find(chat.database.read, { realm_id: post.tenant, id })
  const notice = subscription && (await findNotice(chat, subscription, messageId))
  if (!subscription || notice === undefined) return
  if (notice === 'active') {
    // They will see it, or go away without: then they are notified after all.
    const decided = post.createdAt + STALE_SECONDS * 1000
    if (decided > now) await write((db) => post.postpone(db, decided))
    return
  }
  const outcome = await send(chat, subscription, notice)
  await write((db) => actOn(db, subscription, post, outcome, chat.clock.now()))
}

/** Encrypted for the browser (RFC 8291): the push service cannot read it. */
async function send(
  chat: ChatPlatform,
  subscription: PushSubscriptionsTable,
  notice: PushNotice,
): Promise<Outcome> {
  const { endpoint, p256dh, auth }: PushTarget = JSON.parse(chat.secrets.decrypt(subscription.target_sealed))
  const key = await loadPushKey(chat)
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(notice),
    {
      vapidDetails: {
        subject: subjectOf(chat.config.publicUrl),
        publicKey: key.public_key,
        privateKey: chat.secrets.decrypt(key.private_key_sealed),
      },
      TTL: RETENTION_SECONDS,
      urgency: 'high',
      // If it is sent again, the push service keeps one.
      topic: `${subscription.realm_id}-${notice.message_id}`,
    },
  )
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])
  return postWebhook(endpoint, body, Object.fromEntries(lowerCase), {
    toPrivateNetworks: chat.config.webhooksToPrivateNetworks,
    keptBytes: 0,
  })
}

/** Whom push services can ask. They accept https and mailto. */
const subjectOf = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:postmaster@${new URL(publicUrl).hostname}`

async function actOn(
  db: Db,
  subscription: PushSubscriptionsTable,
  post: OutboxEntry<PushPost>,
  { status }: Outcome,
  now: number,
): Promise<unknown> {
  if (status !== null && status >= 200 && status < 300) {
    if (subscription.failures > 0) await pushSubscriptionsTable.update(db, subscription, { failures: 0 })
    return post.done(db)
  }
  const failures = subscription.failures + 1
  const isGone = status === 404 || status === 410
  // Its other posts are dropped when they are due.
  if (isGone || failures >= MAX_FAILURES) {
    await pushSubscriptionsTable.remove(db, subscription)
    return post.done(db)
  }
  await pushSubscriptionsTable.update(db, subscription, { failures })
  const isTemporary = status === null || status >= 500 || status === 429
  const pause = isTemporary ? pauseAfter(post.attempts) : undefined
  return pause === undefined ? post.done(db) : post.retryAt(db, now + pause)
}

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

/**
 * What to notify the owner of a subscription of, by what is true now: they may have read the message, muted its topic
 * or left the stream since it was queued. `active`: they are using the app. Undefined: nothing.
 */
async function findNotice(
  chat: People,
  subscription: PushSubscriptionsTable,
  messageId: number,
): Promise<PushNotice | 'active' | undefined> {
  const { realm_id: realmId, user_id: userId } = subscription
  const { read } = chat.database
  // Caches may not have what other servers have changed.
  await chat.follower.catchUp(realmId)
  const realm = await chat.realmsById.get(realmId)
  const user = await usersTable.find(read, { realm_id: realmId, id: userId })
  const message = await findMessage(read, realmId, messageId)
  if (!realm || realm.deactivated || !user?.is_active || !message) return undefined
  const status = await personStatusesTable.find(read, { realm_id: realmId, user_id: userId })
  if (status?.do_not_disturb) return undefined
  const settings = settingsOf(user)
  if (!settings.enable_offline_push_notifications) return undefined
  if (!(await isConcerned(chat, { realm, user }, message))) return undefined
  const isActive = (await lastActiveAt(chat, realmId, userId)) > secondsOf(chat.clock) - STALE_SECONDS
  if (!settings.enable_online_push_notifications && isActive) return 'active'
  return describe(read, message, settings)
}

async function describe(db: Db, message: MessagesTable, settings: UserSettings): Promise<PushNotice> {
  const { realm_id: realmId, stream_id: streamId } = message
  const sender = await usersTable.find(db, { realm_id: realmId, id: message.sender_id })
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
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH - 1)}…` : line
}
