import { httpRequest, type Reply } from './http-request.ts'

/** What the clients of a trial got, all together. */
export interface Tally {
  answered: number
  /** 5xx, by status and code */
  troubles: Map<string, number>
  unanswered: number
}

export const newTally = (): Tally => ({ answered: 0, troubles: new Map(), unanswered: 0 })

interface Call {
  form?: Record<string, unknown>
  json?: unknown
  headers?: Record<string, string>
}

const MAX_RETRY_MS = 120_000

/** A client that knows all nodes and none in particular: each attempt goes to any of them, dead or alive. */
export class Roamer {
  readonly #addresses: readonly string[]
  readonly headers: Record<string, string>
  readonly #tally: Tally

  constructor(addresses: readonly string[], headers: Record<string, string>, tally: Tally) {
    this.#addresses = addresses
    this.headers = headers
    this.#tally = tally
  }

  /** Once. Undefined: no answer came. */
  async attempt(method: string, path: string, { form, json, headers }: Call = {}) {
    const address = this.#addresses[Math.floor(Math.random() * this.#addresses.length)]!
    const text = form ? encodeForm(form) : json === undefined ? undefined : JSON.stringify(json)
    const inQuery = method === 'GET' && text !== undefined
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const reply = await httpRequest({
      method,
      url: `${address}${path}${inQuery ? `?${text}` : ''}`,
      headers: {
        ...this.headers,
        ...headers,
        ...(text !== undefined && !inQuery && { 'content-type': type }),
      },
      ...(text !== undefined && !inQuery && { body: text }),
    })
    this.#count(reply)
    return reply
  }

  /** Tries until some node gives an answer other than a failure of its own. */
  async insist(method: string, path: string, call: Call = {}): Promise<Reply> {
    const until = Date.now() + MAX_RETRY_MS
    for (;;) {
      const reply = await this.attempt(method, path, call)
      if (reply && reply.status < 500) return reply
      if (Date.now() > until) throw new Error(`${method} ${path}: ${JSON.stringify(reply)} after two minutes`)
      await aMoment()
    }
  }

  #count(reply: Reply | undefined): void {
    if (!reply) {
      this.#tally.unanswered += 1
    } else if (reply.status >= 500) {
      const what = `${reply.status} ${reply.body?.code ?? reply.body?.title}`
      this.#tally.troubles.set(what, (this.#tally.troubles.get(what) ?? 0) + 1)
    } else this.#tally.answered += 1
  }
}

/** Not all at the same time: a crowd that comes back at once is a test of its own. */
export const aMoment = (ms = 40) => new Promise<void>((next) => setTimeout(next, ms * (0.5 + Math.random())))

export function encodeForm(form: Record<string, unknown>): string {
  const entries = Object.entries(form).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return new URLSearchParams(entries).toString()
}
