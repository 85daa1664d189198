import type { Readable } from 'node:stream'
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import { secondsOf } from '../../../platform/clock.ts'
import { keepMail } from '../../../platform/mail/keep-mail.ts'
import { mailLimits } from '../../../platform/mail/mail-connections.ts'
import { answerMail, createMailListener, type MailListener } from '../../../platform/mail/mail-listener.ts'
import { MailRefusal } from '../../../platform/parsers/mail-refusal.ts'
import type { ParsedMail } from '../../../platform/parsers/parse-mail.ts'
import { parseUntrusted } from '../../../platform/parsers/parse-untrusted.ts'
import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import { UploadsBusy } from '../../../platform/uploads/upload-refusal.ts'
import type { Upload } from '../../../platform/uploads/upload-slots.ts'
import { ChatError } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import { keepUpload } from '../../files/uploads/keep-upload.ts'
import { MEBIBYTE, uploadBytes } from '../../http/one-file.ts'
import { findSystemBot } from '../../identity/users/user-store.ts'
import type { Stream } from '../../streams/stream.ts'
import { findStream } from '../../streams/stream-store.ts'
import { streamsTable } from '../../streams/streams-table.ts'
import { truncateTopic } from '../../streams/topic-name.ts'
import { CONTENT_LIMIT_BYTES } from '../message-content.ts'
import type { Messages } from '../messages.ts'
import { outsideName, outsideText } from '../sending/outside-text.ts'
import { renderContent } from '../sending/render-content.ts'
import { findSent, insertSendKey } from '../sending/send-key-store.ts'
import { sendNotification } from '../sending/send-notification.ts'
import { isReplySubject, mailText, mailTopic } from './mail-text.ts'

/** More are left out, and the message says so. */
const MAX_FILES = 20

const CUT = '\n*The rest was cut.*'

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

/** The stream of `name.token@host`. The token is the secret; the name is for people. */
function findStreamOfAddress({ config }: ChatPlatform, db: Db, address: string): Promise<Stream | undefined> {
  const [, token, host] = /\.([0-9a-f]{32})@([^@]+)$/.exec(address.toLowerCase()) ?? []
  if (token === undefined || host !== new URL(config.publicUrl).hostname) return Promise.resolve(undefined)
  return streamsTable.findBy(db, { email_token: token, deactivated: 0 })
}

/** Posts a mail to the stream, once: a mail that is sent again because our response got lost is recognized by its id. */
async function postStreamMail(chat: Messages, stream: Stream, mail: StreamMail): Promise<void> {
  const realm = await chat.realmsById.get(stream.realm_id)
  if (!realm || realm.deactivated) throw new ChatError('The organization has been deactivated')
  const bot = await findSystemBot(chat.database.read, realm.id)
  const key = mail.messageId && {
    realm_id: realm.id,
    user_id: bot.id,
    key: `mail ${chat.secrets.hash(`${stream.id} ${mail.messageId}`)}`,
  }
  if (key && (await findSent(chat.database.read, key)) !== undefined) return
  const links: string[] = []
  const left: string[] = []
  for (const file of mail.files) {
    const name = outsideName(file.name) || 'file'
    try {
      if (file.size > uploadBytes(chat.config)) throw new ChatError('too large')
      const { url } = await keepUpload(chat, { realm, user: bot }, [file])
      links.push(`[${name}](${url})`)
    } catch (error) {
      if (!(error instanceof ChatError)) throw error
      left.push(name)
    }
  }
  const content = composeMessage(mail, links, left)
  const rendered = await renderContent(chat, { realm, user: bot }, content)
  await chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    if (key && (await findSent(db, key)) !== undefined) return
    const current = await findStream(db, realm.id, stream.id)
    if (!current) throw new ChatError('The stream does not exist any more')
    const id = await sendNotification(chat, transaction, realm, {
      stream: current,
      topic: truncateTopic(mail.topic),
      content,
      rendered,
    })
    if (key) await insertSendKey(db, { ...key, message_id: id, created_at: secondsOf(chat.clock) })
  })
}

function composeMessage(mail: StreamMail, links: readonly string[], left: readonly string[]): string {
  const more = left.length + mail.filesLeftOut
  const end = [...links, ...(more > 0 ? [`*Files that were left out: ${more}*`] : [])].join('\n')
  const head = `*Mail from ${mail.from}*`
  const room = CONTENT_LIMIT_BYTES - Buffer.byteLength(`${head}\n\n\n\n${end}`)
  return [head, cut(outsideText(mail.text), room), end].filter((part) => part !== '').join('\n\n')
}

/** To a number of bytes, without cutting a character. */
function cut(text: string, bytes: number): string {
  const all = Buffer.from(text)
  if (all.length <= bytes) return text
  // As a stream, the decoder waits for the rest of the last character.
  return `${new TextDecoder().decode(all.subarray(0, bytes - CUT.length), { stream: true })}${CUT}`
}

interface StreamMail {
  messageId: string | undefined
  /** `Ann Lee (ann@example.com)` */
  from: string
  topic: string
  text: string
  files: ReceivedFile[]
  /** how many more it had */
  filesLeftOut: number
}

/** Organizations take turns at the threads that parse. */
async function readStreamMail(
  stream: Readable,
  upload: Upload,
  realmId: number,
  most: { bytes: number; refusal: string },
): Promise<StreamMail> {
  const path = await keepMail(stream, upload, most)
  const { messageId, subject, from, text, html, files, filesLeftOut } = await parseUntrusted(
    `chat ${realmId}`,
    { format: 'mail', path, filePaths: Array.from({ length: MAX_FILES }, () => upload.newPath()) },
  )
  return {
    messageId,
    from: senderOf(from),
    topic: mailTopic(subject),
    text: mailText(text, html, isReplySubject(subject)),
    files,
    filesLeftOut,
  }
}

function senderOf(from: ParsedMail['from']): string {
  const { name = '', address = '' } = from ?? {}
  const [shownName, shownAddress] = [name, address.replace('@', ' at ')].map((text) =>
    outsideName(text.slice(0, 100)),
  )
  return shownName ? `${shownName} (${shownAddress})` : shownAddress || 'an unknown sender'
}
