import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import { mailLimits } from '../../../platform/mail/mail-connections.ts'
import { answerMail, createMailListener, type MailListener } from '../../../platform/mail/mail-listener.ts'
import { MailRefusal } from '../../../platform/mail/mail-refusal.ts'
import { UploadsBusy } from '../../../platform/uploads/upload-refusal.ts'
import { ChatError } from '../../chat-error.ts'
import { MEBIBYTE, uploadBytes } from '../../http/one-file.ts'
import type { Stream } from '../../streams/stream.ts'
import type { Messages } from '../messages.ts'
import { postStreamMail } from './post-stream-mail.ts'
import { readStreamMail } from './read-stream-mail.ts'
import { findStreamOfAddress } from './stream-mail-address.ts'

/** One mail is usually for one stream. */
const MAX_STREAMS = 10
/** For one stream: a loop of automatic replies must not fill it. */
const MAILS_PER_MINUTE = 60

/** Accepts mail to the addresses of streams. undefined: the server has no port for it. */
export function createStreamMailListener(chat: Messages, limits = mailLimits): MailListener | undefined {
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
  const streams = new WeakMap<SMTPServerSession, Map<string, Stream>>()
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
    onMailFrom(_address, session, callback) {
      streams.set(session, new Map())
      callback()
    },
    onRcptTo({ address }, session, callback) {
      answer(addStream(chat, streams.get(session)!, address), callback)
    },
    onData(mail, session, callback) {
      const upload = begin(chat, [...streams.get(session)!.values()])
      const work = upload
        .then(async (open) => {
          try {
            const streamsOfMail = [...streams.get(session)!.values()]
            const read = await readStreamMail(mail, open, streamsOfMail[0]!.realm_id, { bytes, refusal })
            for (const stream of streamsOfMail) await postStreamMail(chat, stream, read)
          } finally {
            await open.end()
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

async function addStream(chat: Messages, streams: Map<string, Stream>, address: string): Promise<void> {
  const stream = await findStreamOfAddress(chat, chat.database.read, address)
  if (!stream) throw new MailRefusal(550, '5.1.1 No stream has this address')
  if (streams.size >= MAX_STREAMS)
    throw new MailRefusal(452, `4.5.3 At most ${MAX_STREAMS} streams for each mail`)
  const key = `${stream.realm_id} ${stream.id}`
  const budget = await chat.rateLimiter.take(`stream mail ${key}`, MAILS_PER_MINUTE)
  if (!budget.allowed) throw new MailRefusal(450, '4.7.1 Too many mails to this stream; try again later')
  streams.set(key, stream)
}

/** A mail counts as an upload of its first stream. */
async function begin({ uploads }: Messages, [stream]: readonly Stream[]) {
  const tenant = `chat ${stream!.realm_id}`
  return uploads.begin({ key: `${tenant} mail ${stream!.id}`, tenant })
}

function refusalOf(error: unknown): MailRefusal | undefined {
  if (error instanceof MailRefusal) return error
  if (error instanceof UploadsBusy) return new MailRefusal(451, '4.3.2 The server is busy; try again later')
  return error instanceof ChatError ? new MailRefusal(554, `5.6.0 ${error.message}`) : undefined
}
