import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import { mailLimits } from '../../../platform/mail/mail-connections.ts'
import { answerMail, createMailListener, type MailListener } from '../../../platform/mail/mail-listener.ts'
import { MailRefusal } from '../../../platform/parsers/mail-refusal.ts'
import type { ParsedMail } from '../../../platform/parsers/parse-mail.ts'
import { UploadsBusy } from '../../../platform/uploads/upload-refusal.ts'
import { ChatError } from '../../chat-error.ts'
import { MEBIBYTE, uploadBytes } from '../../http/one-file.ts'
import type { Messages } from '../messages.ts'
import { readInboundMail } from './inbound-mail.ts'
import { findReplyRecipient, postMailReply } from './post-mail-reply.ts'
import { findStreamOfAddress, postStreamMail } from './post-stream-mail.ts'

/** One mail is usually for one stream. */
const MAX_RECIPIENTS = 10

/** What an address of this server stands for. */
interface Recipient {
  /** the same for the same recipient */
  key: string
  realmId: number
  isReply: boolean
  post(mail: ParsedMail): Promise<void>
}

interface MailSession {
  isFromNobody: boolean
  recipients: Map<string, Recipient>
}

/** Accepts mail to the addresses of streams, and replies to mails. undefined: the server has no port for it. */
export function createInboundMailListener(chat: Messages, limits = mailLimits): MailListener | undefined {
  const { host, streamMailPort: port } = chat.config
  if (port === undefined) return undefined
  return createMailListener({
    setting: 'STREAM_MAIL_PORT',
    port,
    host,
    log: chat.log,
    limits,
    createOptions: (inFlight) => createOptions(chat, inFlight),
  })
}

function createOptions(chat: Messages, inFlight: Set<Promise<unknown>>): SMTPServerOptions {
  const sessions = new WeakMap<SMTPServerSession, MailSession>()
  // In base64, with line ends, and some text.
  const bytes = Math.ceil(uploadBytes(chat.config) * 1.4) + MEBIBYTE
  const refusal = `The mail is too large: files may have ${chat.config.uploadMegabytes} MB`
  const answer = <T>(work: Promise<T>, callback: (error: Error | null, value?: T) => void) =>
    answerMail(chat.log, refusalOf, work, callback)
  return {
    name: new URL(chat.config.publicUrl).hostname,
    size: bytes,
    // The address is the secret: anyone who knows it may post.
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom({ address }, session, callback) {
      sessions.set(session, { isFromNobody: address === '', recipients: new Map() })
      callback()
    },
    onRcptTo({ address }, session, callback) {
      answer(addRecipient(chat, sessions.get(session)!, address), callback)
    },
    onData(mail, session, callback) {
      const recipients = [...sessions.get(session)!.recipients.values()]
      const work = begin(chat, recipients)
        .then(async (upload) => {
          try {
            const refusesAutomatic = recipients.some(({ isReply }) => isReply)
            const most = { bytes, refusal, refusesAutomatic }
            const read = await readInboundMail(mail, upload, recipients[0]!.realmId, most)
            for (const { post } of recipients) await post(read)
          } finally {
            await upload.end()
          }
        })
        .then(() => 'Posted')
      inFlight.add(work)
      // A refused mail is still read to its end: SMTP cannot stop a sender.
      answer(
        work.finally(() => {
          inFlight.delete(work)
          mail.resume()
        }),
        callback,
      )
    },
  }
}

async function addRecipient(chat: Messages, session: MailSession, address: string): Promise<void> {
  const recipient = (await streamRecipient(chat, address)) ?? (await replyRecipient(chat, session, address))
  if (!recipient) throw new MailRefusal(550, '5.1.1 No stream or conversation has this address')
  if (session.recipients.size >= MAX_RECIPIENTS)
    throw new MailRefusal(452, `4.5.3 At most ${MAX_RECIPIENTS} recipients for each mail`)
  session.recipients.set(recipient.key, recipient)
}

async function streamRecipient(chat: Messages, address: string): Promise<Recipient | undefined> {
  const stream = await findStreamOfAddress(chat, address)
  return (
    stream && {
      key: `stream ${stream.realm_id} ${stream.id}`,
      realmId: stream.realm_id,
      isReply: false,
      post: (mail) => postStreamMail(chat, stream, mail),
    }
  )
}

/** Mail servers send their reports without a sender (RFC 5321): they are no replies. */
async function replyRecipient(
  chat: Messages,
  { isFromNobody }: MailSession,
  address: string,
): Promise<Recipient | undefined> {
  const found = await findReplyRecipient(chat, address)
  if (found && isFromNobody) throw new MailRefusal(550, '5.7.1 Automatic replies are not accepted')
  if (!found) return undefined
  const { realm, user } = found.actor
  return {
    key: `reply ${realm.id} ${user.id} ${found.messageId}`,
    realmId: realm.id,
    isReply: true,
    post: (mail) => postMailReply(chat, found, mail),
  }
}

/** A mail counts as an upload of its first recipient. */
async function begin({ uploads }: Messages, [recipient]: readonly Recipient[]) {
  const tenant = `chat ${recipient!.realmId}`
  return uploads.begin({ key: `${tenant} mail ${recipient!.key}`, tenant })
}

function refusalOf(error: unknown): MailRefusal | undefined {
  if (error instanceof MailRefusal) return error
  if (error instanceof UploadsBusy) return new MailRefusal(451, '4.3.2 The server is busy; try again later')
  return error instanceof ChatError ? new MailRefusal(554, `5.6.0 ${error.message}`) : undefined
}
