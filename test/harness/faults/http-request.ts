import { Agent, request } from 'node:http'

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the wire's own shapes
  body: any
}

export interface Asked {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string
  /** how long to wait for the answer */
  patienceMs?: number
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
const TIMEOUT_MS = 90_000

/** The whole answer, or undefined when the connection gave none: then nobody knows what has become of the request. */
export function httpRequest({ method, url, headers = {}, body, patienceMs = TIMEOUT_MS }: Asked) {
  return new Promise<Reply | undefined>((resolve) => {
    const nothing = () => resolve(undefined)
    // Of its own, Node counts the body of a POST, but not that of a DELETE.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { method, headers: { ...headers, ...length }, agent, timeout: patienceMs }
    const outgoing = request(url, options, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.once('error', nothing)
      answer.once('aborted', nothing)
      answer.once('end', () => resolve(read(answer.statusCode!, Buffer.concat(pieces).toString())))
    })
    outgoing.once('error', nothing)
    outgoing.once('timeout', () => outgoing.destroy(new Error('no answer in time')))
    outgoing.end(body)
  })
}

function read(status: number, text: string): Reply | undefined {
  try {
    return { status, body: text === '' ? undefined : JSON.parse(text) }
  } catch {
    return undefined
  }
}
