import { secondsOf } from '../../../platform/clock.ts'
import { MailRefusal } from '../../../platform/parsers/mail-refusal.ts'
import type { ParsedMail } from '../../../platform/parsers/parse-mail.ts'
import { ChatError } from '../../chat-error.ts'
import { findSystemBot } from '../../identity/users/user-store.ts'
import type { Stream } from '../../streams/stream.ts'
import { findStream } from '../../streams/stream-store.ts'
import { streamsTable } from '../../streams/streams-table.ts'
import { truncateTopic } from '../../streams/topic-name.ts'
import type { Messages } from '../messages.ts'
import { outsideName, outsideText } from '../sending/outside-text.ts'
import { renderContent } from '../sending/render-content.ts'
import { findSent, insertSendKey } from '../sending/send-key-store.ts'
import { sendNotification } from '../sending/send-notification.ts'
import { composeMessage, keepMailFiles } from './inbound-mail.ts'
import { isReplySubject, mailText, mailTopic } from './mail-text.ts'

/** For one stream: a loop of automatic replies must not fill it. */
const MAILS_PER_MINUTE = 60

/** The stream of `name.token@host`. The token is the secret; the name is for people. undefined: it is no such address. */
export async function findStreamOfAddress(chat: Messages, address: string): Promise<Stream | undefined> {
  const [, token, host] = /\.([0-9a-f]{32})@([^@]+)$/.exec(address.toLowerCase()) ?? []
  if (token === undefined || host !== new URL(chat.config.publicUrl).hostname) return undefined
  const stream = await streamsTable.findBy(chat.database.read, { email_token: token, deactivated: 0 })
  if (!stream) return undefined
  const budget = await chat.rateLimiter.take(`stream mail ${stream.realm_id} ${stream.id}`, MAILS_PER_MINUTE)
  if (!budget.allowed) throw new MailRefusal(450, '4.7.1 Too many mails to this stream; try again later')
  return stream
}

/** Posts a mail to the stream, once: a mail that is sent again because our response got lost is recognized by its id. */
export async function postStreamMail(chat: Messages, stream: Stream, mail: ParsedMail): Promise<void> {
  const realm = await chat.realmsById.get(stream.realm_id)
  if (!realm || realm.deactivated) throw new ChatError('The organization has been deactivated')
  const bot = await findSystemBot(chat.database.read, realm.id)
  const key = mail.messageId && {
    realm_id: realm.id,
    user_id: bot.id,
    key: `mail ${chat.secrets.hash(`${stream.id} ${mail.messageId}`)}`,
  }
  if (key && (await findSent(chat.database.read, key)) !== undefined) return
  const files = await keepMailFiles(chat, { realm, user: bot }, mail)
  const text = mailText(mail.text, mail.html, isReplySubject(mail.subject))
  const content = composeMessage(`*Mail from ${senderOf(mail.from)}*`, outsideText(text), files)
  const rendered = await renderContent(chat, { realm, user: bot }, content)
  await chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    if (key && (await findSent(db, key)) !== undefined) return
    const current = await findStream(db, realm.id, stream.id)
    if (!current) throw new ChatError('The stream does not exist any more')
    const id = await sendNotification(chat, transaction, realm, {
      stream: current,
      topic: truncateTopic(mailTopic(mail.subject)),
      content,
      rendered,
    })
    if (key) await insertSendKey(db, { ...key, message_id: id, created_at: secondsOf(chat.clock) })
  })
}

/** `Ann Lee (ann at example.com)` */
function senderOf(from: ParsedMail['from']): string {
  const { name = '', address = '' } = from ?? {}
  const [shownName, shownAddress] = [name, address.replace('@', ' at ')].map((text) =>
    outsideName(text.slice(0, 100)),
  )
  return shownName ? `${shownName} (${shownAddress})` : shownAddress || 'an unknown sender'
}
