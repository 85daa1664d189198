import { Agent, request } from 'node:http'

export interface Answer {
  status: number
  body: Record<string, unknown>
}

/** Real HTTP, on connections that are kept and on fresh ones. */
export class ModelConnection {
  #url = ''
  readonly #kept = new Agent({ keepAlive: true, maxSockets: 32 })
  #calls = 0

  /** The server listens elsewhere from now on. */
  moveTo(url: string): void {
    this.#url = url
  }

  /** Every third call comes on a connection of its own: not drawn at random, since repeated polls would shift the draws. */
  get isNextFresh(): boolean {
    this.#calls += 1
    return this.#calls % 3 === 0
  }

  close(): void {
    this.#kept.destroy()
  }

  call(
    credentials: { email: string; key: string } | undefined,
    method: string,
    path: string,
    values: Record<string, unknown>,
    isFresh: boolean,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(values)) {
      if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    const inAddress = method === 'GET'
    const url = new URL(`/api/v1${path}${inAddress ? `?${form}` : ''}`, this.#url)
    const body = inAddress ? '' : form.toString()
    return new Promise((answer, failed) => {
      const sent = request(
        url,
        {
          method,
          agent: isFresh ? false : this.#kept,
          headers: {
            ...headers,
            ...(credentials && { authorization: basic(credentials.email, credentials.key) }),
            ...(isFresh && { connection: 'close' }),
            ...(!inAddress && {
              'content-type': 'application/x-www-form-urlencoded',
              'content-length': Buffer.byteLength(body),
            }),
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', failed)
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8')
            try {
              answer({ status: response.statusCode!, body: JSON.parse(text) })
            } catch {
              failed(
                new Error(
                  `${method} ${path} answered ${response.statusCode} with no JSON: ${text.slice(0, 300)}`,
                ),
              )
            }
          })
        },
      )
      sent.on('error', failed)
      sent.end(body)
    })
  }
}

const basic = (email: string, key: string) => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
