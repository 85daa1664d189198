import type { Mail } from '../../platform/mail/mailer.ts'
import { mailHandler } from '../../platform/mail-handler.ts'
import type { OutboxEntry } from '../../platform/outbox/outbox-queue.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import { realmUri } from '../identity/realm-addresses.ts'
import type { Actor, User } from '../identity/users/user.ts'
import { settingsOf } from '../identity/users/user-settings.ts'
import { usersTable } from '../identity/users/users-table.ts'
import { replyAddress } from '../messages/inbound-mail/reply-address.ts'
import { conversationMembers } from '../messages/message-access.ts'
import { messagePath } from '../messages/message-path.ts'
import { findReach } from '../messages/message-reach.ts'
import { findMessage } from '../messages/message-store.ts'
import type { MessagesTable } from '../messages/messages-table.ts'
import { textOfHtml } from '../messages/search-index/visible-text.ts'
import { listTopicPage } from '../messages/topic-store.ts'
import type { People } from '../people/people.ts'
import { unsubscribeToken } from '../people/settings/unsubscribe-token.ts'
import { findStreamName, streamIdKey } from '../streams/stream-store.ts'
import { isConcerned, lastActiveAt } from './concerned-people.ts'
import {
  CONVERSATIONS_SHOWN,
  MESSAGES_SHOWN,
  type MissedConversation,
  type ShownMessage,
  writeMissedMail,
} from './missed-mail-text.ts'

declare module '../../platform/database/outbox-table.ts' {
  interface OutboxPayloads {
    /** a message that a person may miss; the person is the lane */
    missed_mail: MissedMessage
  }
}

export interface MissedMessage {
  userId: number
  messageId: number
}

/** A slow mail server must not be flooded. */
const MAX_CONCURRENT = 4
/** Messages before the first one that was missed. */
const MESSAGES_BEFORE = 2
/** An older message says little about what was missed. */
const CONTEXT_SECONDS = 86_400

/** Without a mail server, mails are files for the operator: nobody would read these. */
export const mailsMissed = ({ config }: ChatPlatform): boolean => config.smtpUrl !== undefined

/** An address that nobody has proven may belong to somebody else, who must not read messages. */
export const wantsMissedMail = (user: User): boolean =>
  user.is_active === 1 &&
  user.bot_type === null &&
  user.email_proven === 1 &&
  settingsOf(user).enable_offline_email_notifications

/** How long somebody must have been away. */
export const mailWaitMs = (user: User): number =>
  settingsOf(user).email_notifications_batching_period_seconds * 1000

/** Sends one mail to each person who is away, about everything that waits for them. */
export const handleMissedMails = (chat: People): void =>
  chat.outbox.handle('missed_mail', {
    ...mailHandler(chat.mailer, { compose: (entry) => compose(chat, entry) }),
    concurrency: MAX_CONCURRENT,
    // Otherwise, a restart would send mails to people who have just left.
    retriesAtStart: false,
    // The first message of the lane decides when the mail is due, and takes the others along.
    blocksFor: Number.POSITIVE_INFINITY,
    takesLane: true,
  })

/** undefined: there is nothing to send, or not yet. */
async function compose(chat: People, entry: OutboxEntry<MissedMessage>): Promise<Mail | undefined> {
  const { tenant: realmId, payload, others } = entry
  // Caches may not have what other servers have changed.
  await chat.follower.catchUp(realmId)
  const realm = await chat.realmsById.get(realmId)
  const user = await usersTable.find(chat.database.read, { realm_id: realmId, id: payload.userId })
  if (!mailsMissed(chat) || !realm || realm.deactivated || !user || !wantsMissedMail(user)) return undefined
  const awayAt = (await lastActiveAt(chat, realmId, user.id)) * 1000 + mailWaitMs(user)
  if (awayAt > chat.clock.now()) {
    await chat.database.write(realmId, { work: ({ db }) => entry.postpone(db, awayAt) })
    return undefined
  }
  const ids = [payload, ...others].map(({ messageId }) => messageId)
  const missed = await findMissed(chat, { realm, user }, ids)
  return missed.length === 0 ? undefined : describe(chat, { realm, user }, missed)
}

/** Those that still exist and concern the person, in order. */
async function findMissed(chat: People, actor: Actor, ids: readonly number[]): Promise<MessagesTable[]> {
  const missed: MessagesTable[] = []
  for (const id of ids) {
    const message = await findMessage(chat.database.read, actor.realm.id, id)
    if (message && (await isConcerned(chat, actor, message))) missed.push(message)
  }
  return missed
}

async function describe(chat: People, actor: Actor, missed: readonly MessagesTable[]): Promise<Mail> {
  const { realm, user } = actor
  const settings = settingsOf(user)
  const uri = realmUri(chat.config.publicUrl, realm)
  const host = new URL(chat.config.publicUrl).hostname
  const unsubscribeUrl = `${uri}/unsubscribe/${unsubscribeToken(chat, user)}`
  const showsContent =
    realm.settings.message_content_allowed_in_email_notifications &&
    settings.message_content_in_email_notifications
  const conversations = groupByConversation(missed)
  const shown = [...conversations.values()].slice(0, CONVERSATIONS_SHOWN)
  const acceptsReplies = showsContent && chat.config.streamMailPort !== undefined
  const written = writeMissedMail({
    organization: realm.name,
    namesOrganization: settings.realm_name_in_notifications,
    uri,
    unsubscribeUrl,
    missedCount: missed.length,
    conversationCount: conversations.size,
    conversations: showsContent
      ? await Promise.all(
          shown.map((messages) => describeConversation(chat, actor, messages, acceptsReplies)),
        )
      : undefined,
  })
  const ids = missed.map(({ id }) => id).join(' ')
  return {
    to: [user.email],
    fromName: realm.name,
    ...written,
    messageId: `<missed.${chat.secrets.hash(`missed mail ${realm.id} ${user.id} ${ids}`)}@${host}>`,
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // Automatic replies must not answer it.
      'Auto-Submitted': 'auto-generated',
    },
  }
}

function groupByConversation(missed: readonly MessagesTable[]): Map<string, MessagesTable[]> {
  const groups = new Map<string, MessagesTable[]>()
  for (const message of missed) {
    const key = `${message.recipient_id} ${message.topic_key}`
    groups.set(key, [...(groups.get(key) ?? []), message])
  }
  return groups
}

async function describeConversation(
  chat: People,
  actor: Actor,
  missed: readonly MessagesTable[],
  acceptsReplies: boolean,
): Promise<MissedConversation> {
  const db = chat.database.read
  const { realm, user } = actor
  const [first, last] = [missed[0]!, missed.at(-1)!]
  const before = await findContext(chat, actor, first)
  const newest = missed.slice(-MESSAGES_SHOWN)
  const people = (await conversationMembers(db, last)) ?? []
  const senders = new Set([...before, ...newest].map((message) => message.sender_id))
  const rows = await usersTable.list(db, { realm_id: realm.id, id: [...new Set([...people, ...senders])] })
  const names = new Map(rows.map((row) => [row.id, row.full_name]))
  const show = (message: MessagesTable): ShownMessage => ({
    sender: names.get(message.sender_id) ?? '',
    text: textOfHtml(message.rendered_content),
  })
  const { stream_id: streamId } = last
  const stream = streamId === null ? null : (await findStreamName(db, streamIdKey(realm.id, streamId)))!
  const at = { message: first, stream: stream === null ? null : { id: streamId!, name: stream }, people }
  return {
    place:
      stream === null
        ? { people: people.filter((id) => id !== user.id).map((id) => names.get(id) ?? '') }
        : { stream, topic: last.topic },
    before: before.map(show),
    missed: newest.map(show),
    leftOut: missed.length - newest.length,
    url: `${realmUri(chat.config.publicUrl, realm)}${messagePath(at)}`,
    replyTo: acceptsReplies
      ? replyAddress(chat, { realmId: realm.id, userId: user.id, messageId: last.id })
      : undefined,
  }
}

/** The messages before, as far as the person may read them and has not muted their senders. */
async function findContext(chat: People, actor: Actor, first: MessagesTable): Promise<MessagesTable[]> {
  const db = chat.database.read
  const page = {
    topic_key: first.topic_key,
    from_message: 0,
    before_message: first.id,
    limit: MESSAGES_BEFORE,
  }
  const before = await listTopicPage(db, first, page)
  const recent = before.filter((message) => message.sent_at > first.sent_at - CONTEXT_SECONDS)
  const { reach } = await findReach(db, actor, recent)
  const mutings = await chat.mutings.require(actor.realm.id)
  const isMuted = (senderId: number) => mutings.get(senderId)?.includes(actor.user.id) ?? false
  return recent.filter(({ id, sender_id }) => reach.has(id) && !isMuted(sender_id)).reverse()
}
