import type { Socket } from 'node:net'
import type { SMTPServer } from 'smtp-server'
import type { Logger } from '../log.ts'
import { MailRefusal } from './mail-refusal.ts'

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
  createServer(inFlight: Set<Promise<unknown>>): SMTPServer
}

/** Accepts mail on a port. */
export function createMailListener({
  setting,
  port,
  host,
  log,
  limits,
  createServer,
}: MailPort): MailListener {
  let server: SMTPServer | undefined
  let stopped = false
  const inFlight = new Set<Promise<unknown>>()
  return {
    async open() {
      if (server || stopped) return
      const fresh = createServer(inFlight)
      fresh.server.on('connection', (socket) => boundConnection(socket, limits))
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

function boundConnection(socket: Socket, { connectionMs }: MailLimits): void {
  socket.setKeepAlive(true, TCP_KEEP_ALIVE_MS)
  const timer = setTimeout(() => socket.destroy(), connectionMs)
  socket.once('close', () => clearTimeout(timer))
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
      const refusal = refusalOf(error)
      if (!refusal) log.error({ err: error }, 'a mail could not be accepted')
      callback(refusal ?? new MailRefusal(451, '4.3.0 The server failed; try again later'))
    },
  )
}
