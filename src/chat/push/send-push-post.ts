import webPush from 'web-push'
import { type Outcome, postWebhook } from '../../platform/outgoing/post-webhook.ts'
import type { ChatPlatform, Db } from '../chat-platform.ts'
import {
  deletePushSubscription,
  findPushSubscription,
  storePushFailures,
} from '../identity/sessions/push-subscription-store.ts'
import type { PushSubscriptionsTable } from '../identity/sessions/push-subscriptions-table.ts'
import type { People } from '../people/people.ts'
import { STALE_SECONDS } from '../people/presence/presence.ts'
import { findNotice, type PushNotice } from './find-notice.ts'
import { loadPushKey } from './load-push-key.ts'
import { claimPushPost, deletePushPost, updatePushPost } from './push-post-store.ts'
import type { PushPostsTable } from './push-tables.ts'
import type { PushTarget } from './push-target.ts'

/** Longer than one request can take. */
const CLAIM_MS = 30_000
/** Delays between attempts. A notification that is older is of little use. */
const waitSeconds = [5, 30, 120, 600]
/** In a row: the subscription is dropped. The browser subscribes again when the app is opened. */
const MOST_FAILURES = 20
/** How long a push service keeps a notification for a browser that is switched off. */
const KEPT_SECONDS = 86_400

/** A run is bounded, so that a server can stop. */
const POSTS_PER_RUN = 20

/** Sends what is due to one browser, in order. */
export async function sendPushPosts(
  chat: People,
  to: Pick<PushPostsTable, 'realm_id' | 'subscription_id'>,
): Promise<void> {
  for (let count = 0; count < POSTS_PER_RUN; count += 1) {
    const now = chat.clock.now()
    const post = await chat.database.write(to.realm_id, {
      work: ({ db }) => claimPushPost(db, to, now, now + CLAIM_MS),
    })
    if (!post) return
    await attempt(chat, post, now)
  }
}

/** Makes one attempt, and handles its outcome: done, a later retry, or giving up. */
async function attempt(chat: People, post: PushPostsTable, now: number): Promise<void> {
  const write = (work: (db: Db) => Promise<void>) =>
    chat.database.write(post.realm_id, { work: ({ db }) => work(db) })
  const subscription = await findPushSubscription(chat.database.read, {
    realm_id: post.realm_id,
    id: post.subscription_id,
  })
  const notice = subscription && (await findNotice(chat, subscription, post.message_id))
  if (!subscription || notice === undefined) return write((db) => deletePushPost(db, post))
  if (notice === 'active') {
    // They will see it, or go away without: then they are notified after all.
    const decided = post.created_at + STALE_SECONDS * 1000
    return write((db) =>
      decided > now
        ? updatePushPost(db, post, { attempts: post.attempts, next_attempt_at: decided })
        : deletePushPost(db, post),
    )
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
      TTL: KEPT_SECONDS,
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
  post: PushPostsTable,
  { status }: Outcome,
  now: number,
): Promise<void> {
  if (status !== null && status >= 200 && status < 300) {
    if (subscription.failures > 0) await storePushFailures(db, subscription, 0)
    return deletePushPost(db, post)
  }
  const failures = subscription.failures + 1
  const isGone = status === 404 || status === 410
  // Its other posts are dropped when they are due.
  if (isGone || failures >= MOST_FAILURES) {
    await deletePushSubscription(db, subscription)
    return deletePushPost(db, post)
  }
  await storePushFailures(db, subscription, failures)
  const isTemporary = status === null || status >= 500 || status === 429
  const wait = isTemporary ? waitSeconds[post.attempts] : undefined
  if (wait === undefined) return deletePushPost(db, post)
  return updatePushPost(db, post, { attempts: post.attempts + 1, next_attempt_at: now + wait * 1000 })
}
