import { connect as connectTls } from 'node:tls'
import type { Config } from '../../config/config.ts'
import { isoDate, readDate, systemClock } from '../../platform/clock.ts'
import { VERSION } from '../../platform/program.ts'
import { type Check, type Finding, ok, problem, reasonOf, skipped, warning } from './finding.ts'

const TIMEOUT_MS = 10_000
const CERTIFICATE_DAYS = 21
const DAY_MS = 86_400_000
const MAX_CLOCK_DIFFERENCE_MS = 5_000
/** An event that takes longer was held back by the proxy. */
const MAX_EVENT_MS = 3_000

/** The way of clients: through the proxy, with its certificate. */
export const checkAddress = ({ publicUrl }: Config): Check => ({
  name: 'address',
  async run() {
    const findings: Finding[] = []
    const asked = systemClock.now()
    const response = await fetch(`${publicUrl}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
      (error) => reasonOf(error),
    )
    if (typeof response === 'string') {
      const remedy = 'Is the server running? Do the name, the proxy and the firewall lead to it?'
      return [problem(`${publicUrl} cannot be reached: ${response}.`, remedy)]
    }
    const body = await response.json().catch(() => undefined)
    const { status, version, redis } = (body ?? {}) as Record<string, string | undefined>
    if (version === undefined) {
      return [
        problem(
          `${publicUrl}/health is answered with ${response.status} by something else than Switchboard.`,
          'Let the proxy pass all paths on.',
        ),
      ]
    }
    if (!response.ok) findings.push(problem(`The server is not ready: ${status}.`, 'Look at its log.'))
    if (version !== VERSION) {
      findings.push(
        warning(`The server is version ${version}, this command ${VERSION}.`, 'Restart the server.'),
      )
    }
    if (redis === 'away') {
      findings.push(
        warning('The server does not reach Redis: events come up to a second late.', 'Start Redis.'),
      )
    }
    const away = (readDate(response.headers.get('date') ?? '') ?? asked) - asked
    if (Math.abs(away) > MAX_CLOCK_DIFFERENCE_MS) {
      findings.push(
        warning(
          `The clocks of the server and this machine differ by ${Math.round(away / 1000)} s.`,
          'Use NTP.',
        ),
      )
    }
    findings.push(...(await checkCertificate(publicUrl)), ...(await checkSockets(publicUrl)))
    return findings.length > 0 ? findings : [ok(`${publicUrl} leads to this version, with WebSockets.`)]
  },
})

/** An invalid certificate has already failed the request before. */
function checkCertificate(publicUrl: string): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return Promise.resolve([])
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host: hostname, port: Number(port || 443), servername: hostname }, () => {
      const until = readDate(socket.getPeerCertificate().valid_to) ?? 0
      socket.destroy()
      const days = Math.floor((until - systemClock.now()) / DAY_MS)
      resolve(
        days < CERTIFICATE_DAYS
          ? [warning(`The certificate ends on ${isoDate(until)}, in ${days} days.`, 'Renew it.')]
          : [],
      )
    })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no response')))
    socket.once('error', reject)
  })
}

/** A proxy that does not pass `Upgrade` on answers with 400. */
async function checkSockets(publicUrl: string): Promise<Finding[]> {
  const url = `${publicUrl.replace(/^http/, 'ws')}/ws/?EIO=4&transport=websocket`
  const { WebSocket } = await import('ws')
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { handshakeTimeout: TIMEOUT_MS })
    const end = (findings: Finding[]) => {
      socket.removeAllListeners()
      socket.on('error', () => {})
      socket.terminate()
      resolve(findings)
    }
    socket.once('message', () => end([]))
    socket.once('error', (error) =>
      end([
        problem(
          `WebSockets do not get through to ${publicUrl}/ws/: ${reasonOf(error)}.`,
          'Let the proxy pass the headers Upgrade and Connection on: see deploy/nginx.conf.',
        ),
      ]),
    )
  })
}

export interface Account {
  readonly email: string
  readonly apiKey: string
}

/** A message of the account to itself, on the event stream and on a page. Afterwards it is deleted. */
export const checkMessages = ({ publicUrl }: Config, account: Account | undefined): Check => ({
  name: 'messages',
  async run() {
    if (!account) {
      const remedy = 'Pass --as ADDRESS: a message of this account to itself is sent, read and deleted.'
      return [skipped('No message was sent.', remedy)]
    }
    const call = callerOf(publicUrl, account)
    const { queue_id: queue, last_event_id: last } = await call('POST', '/register', {
      event_types: '["message"]',
    })
    const stopping = new AbortController()
    let id: number | undefined
    try {
      const stream = await openStream(
        publicUrl,
        account,
        `queue_id=${queue}&last_event_id=${last}`,
        stopping.signal,
      )
      const content = `A test of switchboard doctor, ${isoDate(systemClock.now())}`
      const sent = performance.now()
      id = (await call('POST', '/messages', { type: 'private', to: account.email, content })).id as number
      const findings: Finding[] = []
      const arrived = await stream.until(`"id":${id}`, TIMEOUT_MS)
      const took = Math.round(performance.now() - sent)
      if (!arrived || took > MAX_EVENT_MS) {
        findings.push(
          problem(
            `The event stream ${arrived ? `was held back for ${took} ms` : 'brought nothing'}: people see new messages late.`,
            'The proxy must not buffer, cache or compress /api/v1/events/stream: see deploy/nginx.conf.',
          ),
        )
      }
      const page = await call('GET', `/messages?anchor=${id}&num_before=0&num_after=0&apply_markdown=false`)
      const [message] = page.messages as { content: string }[]
      if (message?.content !== content) {
        findings.push(
          problem('The message is not on its page.', 'This is a fault of Switchboard: report it.'),
        )
      }
      return findings.length > 0 ? findings : [ok(`A message was sent, announced and read in ${took} ms.`)]
    } finally {
      stopping.abort()
      if (id !== undefined) await call('DELETE', `/messages/${id}`).catch(() => {})
      await call('DELETE', '/events', { queue_id: String(queue) }).catch(() => {})
    }
  },
})

const credentials = ({ email, apiKey }: Account) => ({
  authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
})

/** Calls the API as the account. */
export function callerOf(publicUrl: string, account: Account) {
  return async (method: string, path: string, form?: Record<string, string>) => {
    const response = await fetch(`${publicUrl}/api/v1${path}`, {
      method,
      headers: credentials(account),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(form && { body: new URLSearchParams(form) }),
    })
    const body = (await response.json()) as Record<string, unknown>
    if (!response.ok) throw new Error(`${method} ${path.split('?')[0]} was refused: ${body.msg}`)
    return body
  }
}

async function openStream(publicUrl: string, account: Account, query: string, signal: AbortSignal) {
  const url = `${publicUrl}/api/v1/events/stream?${query}`
  const response = await fetch(url, { headers: credentials(account), signal })
  if (!response.ok) throw new Error(`the event stream was refused with ${response.status}`)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  return {
    async until(text: string, timeoutMs: number): Promise<boolean> {
      const timer = setTimeout(() => void reader.cancel(), timeoutMs)
      try {
        for (let seen = ''; !seen.includes(text); ) {
          const { done, value } = await reader.read()
          if (done) return false
          seen += value
        }
        return true
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
