import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Logger } from '../logging/log.ts'
import { MailRefusal } from '../parsers/mail-refusal.ts'
import { ParseFailure } from '../parsers/parse-untrusted.ts'
import { MailConnections, type MailLimits } from './mail-connections.ts'

const TCP_KEEP_ALIVE_MS = 60_000

export interface MailListener {
  /** Does nothing when it is open already. */
  open(): Promise<void>
  stop(): Promise<void>
}

interface MailPort {
  /** the name of the setting, for errors */
  setting: string
  port: number
  host: string
  log: Logger
  limits: MailLimits
  /** `inFlight`: work that a stopping server waits for */
  createOptions(inFlight: Set<Promise<unknown>>): SMTPServerOptions
}

/** Accepts mail on a port. */
export function createMailListener({
  setting,
  port,
  host,
  log,
  limits,
  createOptions,
}: MailPort): MailListener {
  let server: SMTPServer | undefined
  let stopped = false
  const inFlight = new Set<Promise<unknown>>()
  return {
    async open() {
      if (server || stopped) return
      const fresh = createServer(createOptions(inFlight), limits)
      server = fresh
      try {
        await new Promise<void>((open, fail) => {
          fresh.once('error', fail)
          fresh.listen(port, host, open)
        })
      } catch (error) {
        server = undefined
        throw new Error(`${setting} ${port} of ${host} cannot be listened on: ${(error as Error).message}`)
      }
      fresh.on('error', (error) => log.warn({ err: error, setting }, 'a mail could not be accepted'))
    },
    async stop() {
      stopped = true
      const open = server
      if (open) await new Promise<void>((done) => open.close(() => done()))
      await Promise.allSettled(inFlight)
    },
  }
}

function createServer(options: SMTPServerOptions, limits: MailLimits): SMTPServer {
  const connections = new MailConnections(limits)
  const server: SMTPServer = new SMTPServer({
    ...options,
    socketTimeout: limits.silentMs,
    closeTimeout: 1_000,
    disableReverseLookup: true,
    onConnect({ id }, callback) {
      const connection = [...server.connections].find(({ session }) => session.id === id)
      try {
        connections.admit(connection!)
        callback()
      } catch (error) {
        callback(error as Error)
      }
    },
    onClose: (session) => connections.remove(session),
    onData(mail, session, callback) {
      connections.begin(session)
      options.onData!.call(this, mail, session, (error, message) => {
        connections.wait(session)
        callback(error, message)
      })
    },
  })
  server.server.on('connection', (socket) => socket.setKeepAlive(true, TCP_KEEP_ALIVE_MS))
  return server
}

/** Turns every error into an SMTP response. `refusalOf`: undefined for internal errors, which are logged. */
export function answerMail<T>(
  log: Logger,
  refusalOf: (error: unknown) => MailRefusal | undefined,
  work: Promise<T>,
  callback: (error: Error | null, value?: T) => void,
): void {
  work.then(
    (value) => callback(null, value),
    (error) => {
      const refusal = error instanceof ParseFailure ? refusalOfFailure(error, log) : refusalOf(error)
      if (!refusal) log.error({ err: error }, 'a mail could not be accepted')
      callback(refusal ?? new MailRefusal(451, '4.3.0 The server failed; try again later'))
    },
  )
}

/** A mail that cannot be parsed must not be sent again. */
function refusalOfFailure(error: ParseFailure, log: Logger): MailRefusal {
  if (error.reason === 'queue') return new MailRefusal(451, `4.3.2 The mail ${error.message}`)
  log.warn({ err: error, reason: error.reason }, 'a mail could not be parsed')
  return new MailRefusal(554, `5.6.0 The mail ${error.message}`)
}
