import { Agent, request } from 'node:http'
import { PbxFailure } from '../../pbx.ts'

const TIMEOUT_MS = 5000
/** A recording of an hour, over a slow connection. */
const MAX_READ_MS = 10 * 60_000
/** A list of a hundred thousand phones is some ten megabytes. */
const MAX_RESPONSE_LENGTH = 64 * 1024 * 1024

export type AriParameters = Readonly<Record<string, string | number | boolean>>

/** Requests to a running Asterisk by its REST interface (ARI). */
export interface Ari {
  /** Throws AriRefusal if Asterisk refuses, PbxFailure if it does not respond. */
  call<T = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    parameters?: AriParameters,
    body?: object,
  ): Promise<T>
  /** Like `call`, with the bytes of the answer. */
  read(path: string): Promise<Buffer>
  /** Where the events of an application come from. */
  readonly events: { url(app: string): string; readonly auth: string }
  close(): void
}

/** Asterisk refused the request; 404 if there is no such thing. */
export class AriRefusal extends PbxFailure {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** For `catch`: undefined if there is no such thing. */
export function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof AriRefusal && error.status === 404)) throw error
}

/** The URL carries the credentials: `http://switchboard:password@127.0.0.1:8088`. */
export function createAri(url: string, name = 'Asterisk'): Ari {
  const { protocol, host, hostname, port, username, password } = new URL(url)
  if (protocol !== 'http:') throw new Error('ASTERISK_URL must start with http://.')
  // Asterisk closes idle connections after 15 s, so that ours must not be older.
  const agent = new Agent({ keepAlive: true, maxSockets: 16, timeout: 10_000 })
  const auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`

  async function send(
    method: string,
    path: string,
    more: { parameters?: AriParameters | undefined; content?: object | undefined; longestMs?: number } = {},
  ): Promise<Buffer> {
    const { parameters = {}, content, longestMs = TIMEOUT_MS } = more
    const query = new URLSearchParams(
      Object.entries(parameters).map(([name, value]) => [name, String(value)]),
    )
    const target = `/ari/${path}${query.size > 0 ? `?${query}` : ''}`
    const { status, body } = await exchange(
      { agent, auth, method, path: target, hostname, port },
      longestMs,
      content && JSON.stringify(content),
    ).catch((error) => {
      throw new PbxFailure(`${name} does not respond.`, { cause: error })
    })
    if (status >= 200 && status < 300) return body
    throw new AriRefusal(status, `${name} refused ${method} ${path} with ${status}: ${reasonOf(body)}`)
  }

  return {
    async call(method, path, parameters, content) {
      const body = await send(method, path, { parameters, content })
      return body.length === 0 ? undefined : JSON.parse(body.toString('utf8'))
    },
    read: (path) => send('GET', path, { longestMs: MAX_READ_MS }),
    events: { url: (app) => `ws://${host}/ari/events?app=${app}&subscribeAll=true`, auth },
    close: () => agent.destroy(),
  }
}

interface Exchange {
  agent: Agent
  auth: string
  method: string
  path: string
  hostname: string
  port: string
}

function exchange(
  options: Exchange,
  longestMs: number,
  content?: string,
): Promise<{ status: number; body: Buffer }> {
  return new Promise((done, failed) => {
    const headers = content === undefined ? {} : { 'content-type': 'application/json' }
    const outgoing = request({ ...options, headers, signal: AbortSignal.timeout(longestMs) })
    outgoing.once('error', failed)
    outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy(new Error('Asterisk sends nothing')))
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = []
      let length = 0
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length > MAX_RESPONSE_LENGTH) outgoing.destroy(new Error('The answer is too long'))
      })
      response.once('error', failed)
      response.once('end', () => done({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }))
    })
    outgoing.end(content)
  })
}

function reasonOf(body: Buffer): string {
  try {
    return String((JSON.parse(body.toString('utf8')) as { message?: unknown }).message)
  } catch {
    return 'no reason given'
  }
}
