import { readFileSync } from 'node:fs'
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import { PDF, TIFF } from '../../../platform/files/sniff-type.ts'
import { keepMail } from '../../../platform/mail/keep-mail.ts'
import { mailLimits } from '../../../platform/mail/mail-connections.ts'
import { answerMail, createMailListener, type MailListener } from '../../../platform/mail/mail-listener.ts'
import { readMailHeader } from '../../../platform/parsers/mail-header.ts'
import { MailRefusal } from '../../../platform/parsers/mail-refusal.ts'
import { parseUntrusted } from '../../../platform/parsers/parse-untrusted.ts'
import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import type { Upload } from '../../../platform/uploads/upload-slots.ts'
import { MAX_FILE_BYTES } from '../../files/contents/keep-content.ts'
import { tenantOf } from '../../http/parse-body.ts'
import { uploadProblem } from '../../http/upload-problem.ts'
import { type Author, uploaderOf } from '../../identity/actor.ts'
import type { Company } from '../../identity/company.ts'
import type { Identity } from '../../identity/identity.ts'
import { normalizeNumber } from '../../normalize-number.ts'
import { newObjectId } from '../../object-id.ts'
import { Problem } from '../../problem.ts'
import type { FaxMailSettings } from '../../telephony-config.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { mailOrigin } from '../faxes/fax.ts'
import { sendFaxes } from '../sending/send-fax.ts'
import { authenticateMailUser, type MailSender, mailSenderOf } from './mail-sender.ts'

/** The largest document in base64 with line ends, and some text. */
const MAX_MAIL_BYTES = Math.ceil(MAX_FILE_BYTES * 1.4) + 1_048_576

const MAX_RECIPIENTS = 20

interface MailSession {
  /** the authenticated user */
  user?: Author
  /** the sender of the mail */
  sender?: MailSender
  numbers: string[]
}

/** Accepts mail to <number>@<fax domain> from users, on the configured port. undefined: there is none. */
export function createFaxMailListener(identity: Identity, limits = mailLimits): MailListener | undefined {
  const { host, telephony } = identity.config
  const { faxMail: settings } = telephony
  if (!settings) return undefined
  return createMailListener({
    setting: 'FAX_MAIL_PORT',
    port: settings.port,
    host,
    log: identity.log,
    limits,
    createOptions: (inFlight) => createOptions(identity, settings, inFlight),
  })
}

function createOptions(
  identity: Identity,
  { domain, tls, relays }: FaxMailSettings,
  inFlight: Set<Promise<unknown>>,
): SMTPServerOptions {
  const sessions = new WeakMap<SMTPServerSession, MailSession>()
  const of = (session: SMTPServerSession): MailSession => {
    const known = sessions.get(session) ?? { numbers: [] }
    sessions.set(session, known)
    return known
  }
  const answer = <T>(work: Promise<T>, callback: (error: Error | null, value?: T) => void) =>
    answerMail(identity.log, refusalOf, work, callback)

  return {
    name: domain,
    size: MAX_MAIL_BYTES,
    // No authentication without a certificate: the private key of the package's default certificate is public.
    ...(tls
      ? { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) }
      : { disabledCommands: ['STARTTLS', 'AUTH'] }),
    // Relays are recognized by their address. Others must authenticate before MAIL FROM.
    authOptional: true,
    authMethods: ['PLAIN', 'LOGIN'],
    onAuth({ username, password }, session, callback) {
      const work = authenticateMailUser(identity, username, password).then((user) => {
        of(session).user = user
        return { user: username }
      })
      answer(work, callback)
    },
    onMailFrom({ address }, session, callback) {
      const state = of(session)
      state.numbers = []
      const work = mailSenderOf(identity, state.user, address, session.remoteAddress).then((sender) => {
        state.sender = sender
      })
      answer(work, callback)
    },
    onRcptTo({ address }, session, callback) {
      const state = of(session)
      const work = Promise.resolve().then(() => {
        const soFar = session.envelope.rcptTo.length
        state.numbers.push(faxNumberOf(address, domain, state.sender!.author, soFar))
      })
      answer(work, callback)
    },
    onData(stream, session, callback) {
      const { sender, numbers } = of(session)
      const { author, claimed } = sender!
      const work = withMailUpload(identity, author, async (upload) => {
        const path = await keepMail(stream, upload, {
          bytes: MAX_MAIL_BYTES,
          refusal: 'The mail is too large: a fax may have 50 MB',
        })
        const verdicts = await readMailHeader(path, 'authentication-results')
        if (claimed !== undefined && !isVerifiedByRelay(verdicts, relays!.name, claimed)) {
          throw new MailRefusal(550, '5.7.1 The relay has not verified the sender')
        }
        const mail = await readFaxedMail(path, author.company, upload)
        const accepting = acceptFaxMail(identity, author, numbers, mail)
        inFlight.add(accepting)
        return accepting.finally(() => inFlight.delete(accepting))
      })
      // A refused mail is still read to its end: SMTP cannot stop a sender.
      answer(
        work.finally(() => stream.resume()),
        callback,
      )
    },
  }
}

/** A problem of the API as an SMTP response; undefined for internal errors, which are logged. */
function refusalOf(error: unknown): MailRefusal | undefined {
  if (error instanceof MailRefusal) return error
  if (!(error instanceof Problem)) return undefined
  return error.status >= 500 || error.status === 429
    ? new MailRefusal(451, `4.3.0 ${error.message}`)
    : new MailRefusal(554, `5.6.0 ${error.message}`)
}

/** A mail counts as an upload of its API key, or of its sender. */
async function withMailUpload<T>(
  { uploads }: TelephonyPlatform,
  { company, contact, caller }: Author,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  const tenant = `telephony ${company.id}`
  let upload: Upload | undefined
  try {
    upload = uploads.begin({ key: `${tenant} ${uploaderOf(caller, contact)}`, tenant })
    return await work(upload)
  } catch (error) {
    throw uploadProblem(error, MAX_MAIL_BYTES)
  } finally {
    await upload?.end()
  }
}

/**
 * Whether the relay's own Authentication-Results header (RFC 8601) confirms the sender: by `auth`, if the sender has
 * authenticated there, or by `spf`. `verdicts`: all such headers of the mail, the newest first.
 */
function isVerifiedByRelay(verdicts: readonly string[], relayName: string, sender: string): boolean {
  for (const verdict of verdicts) {
    const [server = '', ...results] = verdict
      .replace(/\([^()]*\)/g, ' ')
      .toLowerCase()
      .split(';')
    // The relay puts its own header on top and removes forged ones in its name.
    if (server.trim().split(/\s/, 1)[0] !== relayName.toLowerCase()) continue
    return results.some((result) => passes(result, sender.toLowerCase()))
  }
  return false
}

function passes(result: string, sender: string): boolean {
  const [method, ...properties] = result.trim().split(/\s+/)
  const values = new Map(
    properties.map((property) => [property.split('=', 1)[0], property.slice(property.indexOf('=') + 1)]),
  )
  const from = values.get('smtp.mailfrom')
  if (method === 'auth=pass') return from === sender || values.get('smtp.auth') === sender
  return method === 'spf=pass' && from !== undefined && domainOf(from) === domainOf(sender)
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/** The number in `+12025550112@fax.example.com`, as E.164. Mail to other domains is refused. */
function faxNumberOf(address: string, domain: string, author: Author, soFar: number): string {
  const at = address.lastIndexOf('@')
  if (address.slice(at + 1).toLowerCase() !== domain.toLowerCase()) {
    throw new MailRefusal(550, `5.7.1 Relaying is denied: only addresses at ${domain} are taken here`)
  }
  if (soFar >= MAX_RECIPIENTS) {
    throw new MailRefusal(452, `4.5.3 At most ${MAX_RECIPIENTS} numbers for each mail`)
  }
  const number = normalizeNumber(address.slice(0, at), author.company.profile.address.country)
  if (number === undefined) throw new MailRefusal(550, '5.1.1 Before the @ must be a phone number')
  return number
}

/**
 * Turns a mail into one fax per number. A mail that is sent again because our response got lost does not create
 * another.
 */
async function acceptFaxMail(
  platform: TelephonyPlatform,
  author: Author,
  numbers: readonly string[],
  { messageId, subject, document }: FaxedMail,
): Promise<string> {
  const faxes = [...new Set(numbers)].map((to) => ({
    to,
    subject,
    // Mails without an id are never duplicates.
    originId: mailOrigin(
      platform.secrets.hash(`${author.contact?.id} ${to} ${messageId ?? newObjectId(platform.clock)}`),
    ),
  }))
  const sent = await sendFaxes(platform, author, faxes, { pointer: 'The attachment', upload: document })
  return sent.length === 0 ? 'This mail was taken before' : `Queued as ${sent.map(({ id }) => id).join(', ')}`
}

interface FaxedMail {
  messageId: string | undefined
  subject: string
  document: ReceivedFile
}

/** The only PDF or TIFF of a mail. Other attachments, such as logos, are ignored. */
async function readFaxedMail(path: string, company: Company, upload: Upload): Promise<FaxedMail> {
  const { messageId, subject, files } = await parseUntrusted(tenantOf(company), {
    format: 'mail',
    path,
    filePaths: [upload.newPath(), upload.newPath()],
    fileTypes: [PDF, TIFF],
  })
  const [document, another] = files
  if (!document) throw new MailRefusal(554, '5.6.0 The mail has no PDF or TIFF attached')
  if (another) throw new MailRefusal(554, '5.6.0 The mail has several documents attached: send one at a time')
  return { messageId, subject: subject.replace(/\p{Cc}+/gu, ' ').slice(0, 500), document }
}
