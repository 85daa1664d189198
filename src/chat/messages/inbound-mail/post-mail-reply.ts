import { MailRefusal } from '../../../platform/parsers/mail-refusal.ts'
import type { ParsedMail } from '../../../platform/parsers/parse-mail.ts'
import type { Actor } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { conversationMembers } from '../message-access.ts'
import { findReach } from '../message-reach.ts'
import { findMessage } from '../message-store.ts'
import type { Messages } from '../messages.ts'
import type { MessagesTable } from '../messages-table.ts'
import { findSent } from '../sending/send-key-store.ts'
import { sendMessage } from '../sending/send-message.ts'
import { composeMessage, keepMailFiles } from './inbound-mail.ts'
import { replyText } from './mail-text.ts'
import { readReplyAddress } from './reply-address.ts'

/** More than a person writes. */
const REPLIES_PER_MINUTE = 20

/** Who replies, and to which message. */
export interface ReplyRecipient {
  actor: Actor
  messageId: number
}

/**
 * undefined: it is no reply address. Refuses addresses that have expired, and people who have lost their account or the
 * conversation since.
 */
export async function findReplyRecipient(
  chat: Messages,
  address: string,
): Promise<ReplyRecipient | undefined> {
  const target = readReplyAddress(chat, address)
  if (!target) return undefined
  const { realmId, userId, messageId } = target
  if (target.isExpired) throw new MailRefusal(550, '5.1.1 This address has expired: write in the app')
  await chat.follower.catchUp(realmId)
  const realm = await chat.realmsById.get(realmId)
  const user = await usersTable.find(chat.database.read, { realm_id: realmId, id: userId })
  if (!realm || realm.deactivated || !user?.is_active) {
    throw new MailRefusal(550, '5.7.1 The account has been deactivated')
  }
  const recipient = { actor: { realm, user }, messageId }
  await findAnsweredMessage(chat, recipient)
  const budget = await chat.rateLimiter.take(`mail replies ${realmId} ${userId}`, REPLIES_PER_MINUTE)
  if (!budget.allowed) throw new MailRefusal(450, '4.7.1 Too many replies; try again later')
  return recipient
}

/**
 * Sends a reply as a message of the person, under the same rules as in the app. The address is the secret; the sender
 * must be the person, too, since a forwarded mail may contain the address. Once: a mail that arrives again is recognized
 * by its id.
 */
export async function postMailReply(
  chat: Messages,
  { actor, messageId }: ReplyRecipient,
  mail: ParsedMail,
): Promise<void> {
  const { realm, user } = actor
  if (mail.from?.address.toLowerCase() !== user.email_key) {
    throw new MailRefusal(550, '5.7.1 Reply from the address that got the mail')
  }
  const answered = await findAnsweredMessage(chat, { actor, messageId })
  const retryKey = mail.messageId && `mail ${chat.secrets.hash(`reply ${messageId} ${mail.messageId}`)}`
  const key = retryKey && { realm_id: realm.id, user_id: user.id, key: retryKey }
  if (key && (await findSent(chat.database.read, key)) !== undefined) return
  const text = replyText(mail.text, mail.html)
  if (text === '' && mail.files.length === 0) {
    throw new MailRefusal(554, '5.6.0 The reply has no text of its own')
  }
  const content = composeMessage('', text, await keepMailFiles(chat, actor, mail))
  await sendMessage(chat, actor, {
    ...(await destinationOf(chat, answered)),
    content,
    client: 'mail',
    retryKey,
  })
}

/** The message that the mail was about, if the person still receives what is written there. */
async function findAnsweredMessage(
  chat: Messages,
  { actor, messageId }: ReplyRecipient,
): Promise<MessagesTable> {
  const db = chat.database.read
  const message = await findMessage(db, actor.realm.id, messageId)
  const reach = message && (await findReach(db, actor, [message])).reach.get(messageId)
  if (!message || reach !== 'receiving') {
    throw new MailRefusal(550, '5.7.1 The conversation is gone, or you have left it: write in the app')
  }
  return message
}

async function destinationOf(chat: Messages, message: MessagesTable) {
  const { stream_id: streamId, topic } = message
  if (streamId !== null) return { type: 'stream', to: [streamId], topic }
  return { type: 'private', to: (await conversationMembers(chat.database.read, message))!, topic: undefined }
}
