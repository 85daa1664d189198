import { secondsOf } from '../../platform/clock.ts'
import { listFullLanes } from '../../platform/outbox/outbox-store.ts'
import type { NewEntry } from '../../platform/outbox/outbox-writer.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import { hasPushSubscriptions, listPushSubscriptions } from '../identity/sessions/session-store.ts'
import { usersTable } from '../identity/users/users-table.ts'
import { findConcerned } from './concerned-people.ts'
import { type MissedMessage, mailsMissed, mailWaitMs, wantsMissedMail } from './missed-mail.ts'
import {
  deleteMark,
  findNewestBefore,
  insertMark,
  listBacklogs,
  listMessagesToNotify,
  listUnmarkedRealms,
  moveMark,
  type NotificationBacklog,
} from './notification-mark-store.ts'

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
/** If a browser cannot be reached, or a person stays away, no more than this waits for them. */
const WAITING_PER_LANE = 100
/** An organization without a mark begins with the messages of the last minutes. */
const BEGIN_SECONDS = 300

/**
 * Queues new messages for the browsers and the mailboxes of the people whom they concern. The mark moves in the same
 * transaction, so each message is queued once, whatever dies. Whether a person is to be notified is decided when it is
 * sent (send-push-post.ts, missed-mail.ts). Returns whether there may be more.
 */
export async function queueNotifications(chat: ChatPlatform): Promise<boolean> {
  if (mailsMissed(chat)) await addMarks(chat)
  const backlogs = await listBacklogs(chat.database.read, ORGANIZATIONS)
  for (const backlog of backlogs) await queueSome(chat, backlog)
  return backlogs.length > 0
}

/** Without mail, only organizations with subscribed browsers have a mark. */
async function addMarks(chat: ChatPlatform): Promise<void> {
  const { read } = chat.database
  for (const realmId of await listUnmarkedRealms(read, ORGANIZATIONS)) {
    const begin = await findNewestBefore(read, realmId, secondsOf(chat.clock) - BEGIN_SECONDS)
    await chat.database.write(realmId, {
      work: ({ db }) => insertMark(db, { realm_id: realmId, message_id: begin }),
    })
  }
}

async function queueSome(chat: ChatPlatform, backlog: NotificationBacklog): Promise<void> {
  const { realm_id: realmId, message_id: after, newest } = backlog
  const { read } = chat.database
  const range = { after, upTo: newest, limit: MESSAGES_AT_ONCE }
  const messages = await listMessagesToNotify(read, realmId, range)
  const upTo = messages.length < MESSAGES_AT_ONCE ? newest : messages.at(-1)!.id
  const concerned = await findConcerned(read, realmId, messages)
  const posts = await findPosts(chat, realmId, concerned)
  const mails = mailsMissed(chat) ? await findMails(chat, realmId, concerned) : []
  await chat.transact(realmId, async ({ db, outbox }) => {
    if (!mailsMissed(chat) && !(await hasPushSubscriptions(db, realmId))) return deleteMark(db, realmId)
    if (!(await moveMark(db, backlog, upTo))) return
    await outbox.addAll('push', posts)
    await outbox.addAll('missed_mail', mails)
  })
}

type Concerned = ReadonlyMap<number, ReadonlySet<number>>

const peopleOf = (concerned: Concerned) => [
  ...new Set([...concerned.values()].flatMap((userIds) => [...userIds])),
]

const messagesOf = (concerned: Concerned, userId: number) =>
  [...concerned].filter(([, userIds]) => userIds.has(userId)).map(([messageId]) => messageId)

async function findPosts(
  { database: { read } }: ChatPlatform,
  realmId: number,
  concerned: Concerned,
): Promise<NewEntry<PushPost>[]> {
  const subscriptions = await listPushSubscriptions(read, realmId, peopleOf(concerned))
  const lanes = subscriptions.map(({ id }) => String(id))
  const queue = { tenant_id: realmId, kind: 'push' }
  const full = new Set(await listFullLanes(read, queue, lanes, WAITING_PER_LANE))
  return subscriptions
    .filter(({ id }) => !full.has(String(id)))
    .flatMap(({ id, user_id: userId }) =>
      messagesOf(concerned, userId).map((messageId) => ({
        lane: String(id),
        payload: { subscriptionId: id, messageId },
      })),
    )
}

async function findMails(
  { database: { read }, clock }: ChatPlatform,
  realmId: number,
  concerned: Concerned,
): Promise<NewEntry<MissedMessage>[]> {
  if (concerned.size === 0) return []
  const people = await usersTable.list(read, { realm_id: realmId, id: peopleOf(concerned) })
  const wanting = people.filter(wantsMissedMail)
  const lanes = wanting.map(({ id }) => String(id))
  const queue = { tenant_id: realmId, kind: 'missed_mail' }
  const full = new Set(await listFullLanes(read, queue, lanes, WAITING_PER_LANE))
  return wanting
    .filter(({ id }) => !full.has(String(id)))
    .flatMap((user) =>
      messagesOf(concerned, user.id).map((messageId) => ({
        lane: String(user.id),
        payload: { userId: user.id, messageId },
        dueAt: clock.now() + mailWaitMs(user),
      })),
    )
}
