import { badRequest, tooMany } from '../../chat-error.ts'
import type { ChatTransaction, Db } from '../../chat-platform.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import { type Actor, isBot } from '../../identity/users/user.ts'
import { findSystemBot } from '../../identity/users/user-store.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { findStream, findStreamName, streamIdKey } from '../../streams/stream-store.ts'
import { accessMessage, conversationMembers } from '../message-access.ts'
import type { Messages } from '../messages.ts'
import { renderContent } from '../sending/render-content.ts'
import { type NotificationTarget, sendNotification } from '../sending/send-notification.ts'
import { type ReportedMessage, type ReportReason, reportText } from './report-text.ts'

/** Each report notifies all administrators. */
const REPORTS_PER_MINUTE = 10
const DESCRIPTION_LIMIT = 1000

export interface MessageReport {
  reason: ReportReason
  description: string
}

/**
 * Sends the message to the organization's stream for reports; without one, to all administrators. They see what the
 * reporter sees, also of a private conversation.
 */
export async function reportMessage(
  chat: Messages,
  actor: Actor,
  messageId: number,
  { reason, description }: MessageReport,
): Promise<void> {
  const words = description.trim()
  if (reason === 'other' && words === '') throw badRequest('An explanation is required.')
  if ([...words].length > DESCRIPTION_LIMIT) {
    throw badRequest(`description is too long (limit: ${DESCRIPTION_LIMIT} characters)`)
  }
  const { realm, user } = actor
  const { read } = chat.database
  const reported = await findReported(read, actor, messageId)
  const budget = await chat.rateLimiter.take(`report ${realm.id} ${user.id}`, REPORTS_PER_MINUTE)
  if (!budget.allowed) throw tooMany(budget)
  const uri = realmUri(chat.config.publicUrl, realm)
  const content = reportText(user, reported, { reason, description: words }, uri)
  const bot = await findSystemBot(read, realm.id)
  // Before the transaction, which would block other writers.
  const rendered = await renderContent(chat, { realm, user: bot }, content)
  await chat.transact(realm.id, async (transaction) => {
    const to = await findDestination(transaction, actor)
    await sendNotification(chat, transaction, realm, { ...to, content, rendered })
  })
}

async function findReported(db: Db, actor: Actor, messageId: number): Promise<ReportedMessage> {
  const message = await accessMessage(db, actor, messageId)
  const { realm_id: realmId, stream_id: id } = message
  return {
    message,
    sender: (await usersTable.find(db, { realm_id: realmId, id: message.sender_id }))!,
    stream: id === null ? null : { id, name: (await findStreamName(db, streamIdKey(realmId, id)))! },
    people: (await conversationMembers(db, message)) ?? [],
  }
}

/** Read in the transaction: the stream may have been archived a moment ago. */
async function findDestination({ db }: ChatTransaction, { realm }: Actor): Promise<NotificationTarget> {
  const { moderation_request_channel_id: id } = realm.settings
  const stream = id === null ? undefined : await findStream(db, realm.id, id)
  if (stream) return { stream, topic: 'reported messages' }
  return {
    to: (await usersTable.list(db, { realm_id: realm.id, role: 'administrator', is_active: 1 })).filter(
      (user) => !isBot(user),
    ),
  }
}
