import type { ChatPlatform, Db } from '../chat-platform.ts'
import { hasPushSubscriptions, listPushSubscriptions } from '../identity/sessions/push-subscription-store.ts'
import { listFlagsOf } from '../messages/flags/message-flag-store.ts'
import { findRecipients, membersOf } from '../streams/recipients/recipient-store.ts'
import { listSubscriberIds } from '../streams/subscriptions/subscription-store.ts'
import { deletePushMark, listPushBacklogs, movePushMark, type PushBacklog } from './push-mark-store.ts'
import {
  insertPushPosts,
  listFullSubscriptions,
  listMessagesToPush,
  type PushedMessage,
} from './push-post-store.ts'
import type { PushPostsTable } from './push-tables.ts'

/** In one run, so that a server can stop. */
const ORGANIZATIONS = 100
/** In one transaction. */
const MESSAGES_AT_ONCE = 200
/** If a browser cannot be reached, no more than this waits for it. */
const WAITING_PER_SUBSCRIPTION = 100

/**
 * Queues new messages for the browsers of the people whom they concern. The mark moves in the same transaction, so each
 * message is queued once, whatever dies. Whether a person is to be notified is decided when it is sent (send-push-post.ts).
 */
export async function queuePushPosts(chat: ChatPlatform): Promise<void> {
  for (const backlog of await listPushBacklogs(chat.database.read, ORGANIZATIONS)) {
    await queueSome(chat, backlog)
  }
}

async function queueSome(chat: ChatPlatform, backlog: PushBacklog): Promise<void> {
  const { realm_id: realmId, message_id: after, newest } = backlog
  const { read } = chat.database
  const range = { after, upTo: newest, limit: MESSAGES_AT_ONCE }
  const messages = await listMessagesToPush(read, realmId, range)
  const upTo = messages.length < MESSAGES_AT_ONCE ? newest : messages.at(-1)!.id
  const posts = await findPosts(chat, realmId, messages)
  await chat.transact(realmId, async ({ db }) => {
    if (!(await hasPushSubscriptions(db, realmId))) return deletePushMark(db, realmId)
    if (await movePushMark(db, backlog, upTo)) await insertPushPosts(db, posts)
  })
}

async function findPosts(
  { clock, database: { read } }: ChatPlatform,
  realmId: number,
  messages: readonly PushedMessage[],
): Promise<PushPostsTable[]> {
  const concerned = await findConcerned(read, realmId, messages)
  const people = [...new Set([...concerned.values()].flatMap((userIds) => [...userIds]))]
  const subscriptions = await listPushSubscriptions(read, realmId, people)
  const ids = subscriptions.map(({ id }) => id)
  const full = new Set(await listFullSubscriptions(read, realmId, ids, WAITING_PER_SUBSCRIPTION))
  const now = clock.now()
  return subscriptions
    .filter(({ id }) => !full.has(id))
    .flatMap(({ id, user_id: userId }) =>
      [...concerned]
        .filter(([, userIds]) => userIds.has(userId))
        .map(([messageId]) => ({
          realm_id: realmId,
          subscription_id: id,
          message_id: messageId,
          attempts: 0,
          next_attempt_at: now,
          created_at: now,
        })),
    )
}

/** By message: those who got it privately or are mentioned, except for its sender. */
async function findConcerned(
  db: Db,
  realmId: number,
  messages: readonly PushedMessage[],
): Promise<Map<number, Set<number>>> {
  const conversations = messages.filter((message) => message.stream_id === null)
  const recipients = await findRecipients(
    db,
    realmId,
    conversations.map((message) => message.recipient_id),
  )
  const members = new Map(recipients.map((recipient) => [recipient.id, membersOf(recipient)]))
  const flags = await listFlagsOf(
    db,
    realmId,
    messages.map((message) => message.id),
  )
  const concerned = new Map<number, Set<number>>()
  for (const { id, sender_id, recipient_id, stream_id, mentions_everyone } of messages) {
    const mentioned = flags.filter((row) => row.message_id === id && row.mentioned).map((row) => row.user_id)
    const everyone =
      stream_id === null
        ? (members.get(recipient_id) ?? [])
        : mentions_everyone
          ? await listSubscriberIds(db, realmId, stream_id)
          : []
    const all = new Set([...mentioned, ...everyone])
    all.delete(sender_id)
    if (all.size > 0) concerned.set(id, all)
  }
  return concerned
}
