import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { Author } from '../../identity/actor.ts'
import type { Identity } from '../../identity/identity.ts'
import type { FaxMailSettings } from '../../telephony-config.ts'
import { acceptFaxMail, faxNumberOf } from './accept-fax-mail.ts'
import { MailRefusal, refusalOf } from './mail-refusal.ts'
import { authenticateMailUser, type MailSender, mailSenderOf } from './mail-sender.ts'
import { withMailUpload } from './mail-upload.ts'
import { MOST_MAIL_BYTES, readFaxedMail } from './read-faxed-mail.ts'
import { isVerifiedByRelay } from './relay-verdict.ts'

/** Limits of a connection. Tests use smaller ones. */
export interface MailLimits {
  readonly connections: number
  /** without any data */
  readonly silentMs: number
  /** in total, so that a client that sends a byte now and then cannot block others for ever */
  readonly connectionMs: number
}

export const mailLimits: MailLimits = { connections: 10, silentMs: 60_000, connectionMs: 900_000 }

const TCP_KEEP_ALIVE_MS = 60_000

interface MailSession {
  /** the authenticated user */
  user?: Author
  /** the sender of the mail */
  sender?: MailSender
  numbers: string[]
}

export interface FaxMailListener {
  /** Does nothing when it is open already, or when the settings name no port. */
  open(): Promise<void>
  stop(): Promise<void>
}

/** Accepts mail to <number>@<fax domain> from users, on the configured port. */
export function createFaxMailListener(identity: Identity, limits = mailLimits): FaxMailListener {
  const settings = identity.config.telephony.faxMail
  const { host } = identity.config
  let server: SMTPServer | undefined
  let stopped = false
  const inFlight = new Set<Promise<unknown>>()
  return {
    async open() {
      if (!settings || server || stopped) return
      const { port } = settings
      const fresh = createFaxMailServer(identity, settings, limits, inFlight)
      fresh.server.on('connection', (socket) => boundConnection(socket, limits))
      server = fresh
      try {
        await new Promise<void>((open, fail) => {
          fresh.once('error', fail)
          fresh.listen(port, host, open)
        })
      } catch (error) {
        server = undefined
        throw new Error(`FAX_MAIL_PORT ${port} of ${host} cannot be listened on: ${(error as Error).message}`)
      }
      fresh.on('error', (error) => identity.log.warn({ err: error }, 'a mail to be faxed could not be taken'))
    },
    async stop() {
      stopped = true
      const open = server
      if (open) await new Promise<void>((done) => open.close(() => done()))
      await Promise.allSettled(inFlight)
    },
  }
}

function boundConnection(socket: Socket, { connectionMs }: MailLimits): void {
  socket.setKeepAlive(true, TCP_KEEP_ALIVE_MS)
  const timer = setTimeout(() => socket.destroy(), connectionMs)
  socket.once('close', () => clearTimeout(timer))
}

function createFaxMailServer(
  identity: Identity,
  { domain, tls, relays }: FaxMailSettings,
  limits: MailLimits,
  inFlight: Set<Promise<unknown>>,
): SMTPServer {
  const sessions = new WeakMap<SMTPServerSession, MailSession>()
  const of = (session: SMTPServerSession): MailSession => {
    const known = sessions.get(session) ?? { numbers: [] }
    sessions.set(session, known)
    return known
  }
  /** Turns every error into an SMTP response. */
  const answer = <T>(work: Promise<T>, callback: (error: Error | null, value?: T) => void) => {
    work.then(
      (value) => callback(null, value),
      (error) => {
        const refusal = refusalOf(error)
        if (!refusal) identity.log.error({ err: error }, 'a mail to be faxed could not be taken')
        callback(refusal ?? new MailRefusal(451, '4.3.0 The server failed; try again later'))
      },
    )
  }

  return new SMTPServer({
    name: domain,
    size: MOST_MAIL_BYTES,
    maxClients: limits.connections,
    socketTimeout: limits.silentMs,
    closeTimeout: 1_000,
    disableReverseLookup: true,
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
        const mail = await readFaxedMail(stream, upload)
        if (claimed !== undefined && !isVerifiedByRelay(mail, relays!.name, claimed)) {
          throw new MailRefusal(550, '5.7.1 The relay has not verified the sender')
        }
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
  })
}
