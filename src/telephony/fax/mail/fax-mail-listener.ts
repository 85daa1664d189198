import { readFileSync } from 'node:fs'
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import { keepMail } from '../../../platform/mail/keep-mail.ts'
import { mailLimits } from '../../../platform/mail/mail-connections.ts'
import { readMailHeader } from '../../../platform/mail/mail-header.ts'
import { answerMail, createMailListener, type MailListener } from '../../../platform/mail/mail-listener.ts'
import { MailRefusal } from '../../../platform/mail/mail-refusal.ts'
import type { Author } from '../../identity/actor.ts'
import type { Identity } from '../../identity/identity.ts'
import type { FaxMailSettings } from '../../telephony-config.ts'
import { acceptFaxMail, faxNumberOf } from './accept-fax-mail.ts'
import { refusalOf } from './fax-mail-refusal.ts'
import { authenticateMailUser, type MailSender, mailSenderOf } from './mail-sender.ts'
import { withMailUpload } from './mail-upload.ts'
import { MAX_MAIL_BYTES, readFaxedMail } from './read-faxed-mail.ts'
import { isVerifiedByRelay } from './relay-verdict.ts'

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
