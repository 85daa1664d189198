import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { freePort } from './free-port.ts'

/** A mail server on the loopback that keeps what it is given. */
export interface MailCatcher {
  url: string
  mails: CaughtMail[]
  /** what it answers to recipients from now on; undefined: it takes them */
  refuse(code: number | undefined): void
  stop(): Promise<void>
}

export interface CaughtMail extends ParsedMail {
  recipients: string[]
}

export async function startMailCatcher(port?: number): Promise<MailCatcher> {
  const mails: CaughtMail[] = []
  let refusal: number | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 500,
    onRcptTo(_address, _session, callback) {
      if (refusal === undefined) callback()
      else callback(Object.assign(new Error('Not today'), { responseCode: refusal }))
    },
    onData(stream, session, callback) {
      simpleParser(stream).then((mail) => {
        mails.push({ ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address) })
        callback()
      }, callback)
    },
  })
  const chosen = port ?? (await freePort())
  await new Promise<void>((done) => server.listen(chosen, '127.0.0.1', done))
  server.on('error', () => {})
  return {
    url: `smtp://127.0.0.1:${chosen}`,
    mails,
    refuse(code) {
      refusal = code
    },
    stop: () => new Promise((done) => server.close(() => done())),
  }
}
