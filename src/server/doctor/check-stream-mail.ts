import type { Config } from '../../config/config.ts'
import { isoDate, systemClock } from '../../platform/clock.ts'
import { type Account, callerOf } from './check-service.ts'
import { type Check, ok, problem, reasonOf, skipped, warning } from './finding.ts'

const TIMEOUT_MS = 10_000

interface Through {
  /** an administrator, who reads and deletes the message; undefined: none was named */
  account: Account | undefined
  stream: string | undefined
}

/** A mail to the address of a stream, as the relay delivers it: the message that it becomes is read and deleted. */
export const checkStreamMail = (
  { publicUrl, streamMailPort: port, host }: Config,
  { account, stream }: Through,
): Check => ({
  name: 'mail to stream',
  async run() {
    if (port === undefined) return []
    if (account === undefined || stream === undefined) {
      const remedy =
        'Pass --as ADDRESS of an administrator and --mail-stream NAME: a mail to this stream is sent, read and deleted.'
      return [skipped('No mail was sent to a stream.', remedy)]
    }
    const call = callerOf(publicUrl, account)
    const { stream_id: id } = await call('GET', `/get_stream_id?${new URLSearchParams({ stream })}`)
    const { email } = await call('GET', `/streams/${id}/email_address`)
    const subject = `switchboard doctor ${isoDate(systemClock.now())}`
    const sent = performance.now()
    try {
      await deliver({ host: host === '0.0.0.0' ? '127.0.0.1' : host, port }, account, String(email), subject)
    } catch (error) {
      const remedy = 'Is the server running with STREAM_MAIL_PORT? Its log says why it refuses a mail.'
      return [problem(`A mail to ${stream} was not accepted: ${reasonOf(error)}.`, remedy)]
    }
    const took = Math.round(performance.now() - sent)
    const narrow = [
      { operator: 'stream', operand: stream },
      { operator: 'topic', operand: subject },
    ]
    const query = { anchor: 'newest', num_before: '1', num_after: '0', narrow: JSON.stringify(narrow) }
    const page = await call('GET', `/messages?${new URLSearchParams(query)}`)
    const [message] = page.messages as { id: number }[]
    if (!message) {
      const text = `A mail to ${stream} was accepted, but is no message of the stream.`
      return [problem(text, 'This is a fault of Switchboard: report it.')]
    }
    try {
      await call('DELETE', `/messages/${message.id}`)
    } catch (error) {
      const text = `A mail to ${stream} became a message, which could not be deleted: ${reasonOf(error)}.`
      return [warning(text, `Delete the topic ${subject}, and name an administrator with --as.`)]
    }
    return [ok(`A mail to ${stream} became a message in ${took} ms.`)]
  },
})

async function deliver(
  place: { host: string; port: number },
  { email: from }: Account,
  to: string,
  subject: string,
): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const timeouts = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  }
  const transport = createTransport({ ...place, ignoreTLS: true, ...timeouts })
  try {
    await transport.sendMail({ from, to, subject, text: 'This mail shows that mail becomes a message.' })
  } finally {
    transport.close()
  }
}
