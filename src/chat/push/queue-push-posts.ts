import { listFullLanes } from '../../platform/outbox/outbox-store.ts'
import type { NewEntry } from '../../platform/outbox/outbox-writer.ts'
import type { ChatPlatform, Db } from '../chat-platform.ts'
import { hasPushSubscriptions, listPushSubscriptions } from '../identity/sessions/session-store.ts'
import { listFlagsOf } from '../messages/flags/message-flag-store.ts'
import { findRecipients, membersOf } from '../streams/recipients/recipient-store.ts'
import { listSubscriberIds } from '../streams/subscriptions/subscription-store.ts'
import {
  deletePushMark,
  listMessagesToPush,
  listPushBacklogs,
  movePushMark,
  type PushBacklog,
  type PushedMessage,
} from './push-mark-store.ts'

declare module '../../platform/database/outbox-table.ts' {
  interface OutboxPayloads {
    /** a message for a browser, whose subscription is the lane */
    push: PushPost
  }
}

export interface PushPost {
  subscriptionId: number
  messageId: number
}

/** In one run, so that a server can stop. */
const ORGANIZATIONS = 100
/** In one transaction. */
const MESSAGES_AT_ONCE = 200
/** If a browser cannot be reached, no more than this waits for it. */
const WAITING_PER_SUBSCRIPTION = 100

/**
 * Queues new messages for the browsers of the people whom they concern. The mark moves in the same transaction, so each
 * message is queued once, whatever dies. Whether a person is to be notified is decided when it is sent
 * (send-push-post.ts). Returns whether there may be more.
 */
export async function queuePushPosts(chat: ChatPlatform): Promise<boolean> {
  const backlogs = await listPushBacklogs(chat.database.read, ORGANIZATIONS)
  for (const backlog of backlogs) await queueSome(chat, backlog)
  return backlogs.length > 0
}

async function queueSome(chat: ChatPlatform, backlog: PushBacklog): Promise<void> {
  const { realm_id: realmId, message_id: after, newest } = backlog
  const { read } = chat.database
  const range = { after, upTo: newest, limit: MESSAGES_AT_ONCE }
  const messages = await listMessagesToPush(read, realmId, range)
  const upTo = messages.length < MESSAGES_AT_ONCE ? newest : messages.at(-1)!.id
  const posts = await findPosts(chat, realmId, messages)
  await chat.transact(realmId, async ({ db, outbox }) => {
    if (!(await hasPushSubscriptions(db, realmId))) return deletePushMark(db, realmId)
    if (await movePushMark(db, backlog, upTo)) await outbox.addAll('push', posts)
  })
}

async function findPosts(
  { database: { read } }: ChatPlatform,
  realmId: number,
  messages: readonly PushedMessage[],
): Promise<NewEntry<PushPost>[]> {
  const concerned = await findConcerned(read, realmId, messages)
  const people = [...new Set([...concerned.values()].flatMap((userIds) => [...userIds]))]
  const subscriptions = await listPushSubscriptions(read, realmId, people)
  const lanes = subscriptions.map(({ id }) => String(id))
  const queue = { tenant_id: realmId, kind: 'push' }
  const full = new Set(await listFullLanes(read, queue, lanes, WAITING_PER_SUBSCRIPTION))
  return subscriptions
    .filter(({ id }) => !full.has(String(id)))
    .flatMap(({ id, user_id: userId }) =>
      [...concerned]
        .filter(([, userIds]) => userIds.has(userId))
        .map(([messageId]) => ({ lane: String(id), payload: { subscriptionId: id, messageId } })),
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
