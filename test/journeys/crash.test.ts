import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encode } from '../harness/api-client.ts'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { type RunningSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

const SENDERS = 6
const MESSAGES_PER_SENDER = 60
const KILLS = 3

// biome-ignore lint/suspicious/noExplicitAny: the wire's own shapes
type Body = any

/** A client that lives through the death of its server: it asks again until it gets an answer. */
class Survivor {
  readonly #server: () => string
  readonly #authorization: string

  constructor(server: () => string, email: string, key: string) {
    this.#server = server
    this.#authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
  }

  async call(
    method: string,
    path: string,
    args: object,
    headers: Record<string, string> = {},
  ): Promise<Body> {
    const form = encode(args as Record<string, unknown>)
    for (;;) {
      const url = `${this.#server()}/api/v1${path}${method === 'GET' ? `?${form}` : ''}`
      try {
        const answer = await fetch(url, {
          method,
          headers: {
            authorization: this.#authorization,
            ...(method !== 'GET' && { 'content-type': 'application/x-www-form-urlencoded' }),
            ...headers,
          },
          ...(method !== 'GET' && { body: form }),
        })
        const body = await answer.json()
        if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`)
        return body
      } catch (error) {
        if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
        await new Promise((next) => setTimeout(next, 50))
      }
    }
  }
}

describe.each(engines)('kill -9 under load, on %s', (engine) => {
  let place: Place
  let server: RunningSwitchboard
  beforeAll(async () => {
    place = await makePlace(engine)
    server = await startSwitchboard(['--development'], { place })
  })
  afterAll(async () => {
    await server.kill()
    await place.remove()
  })

  it('keeps every acknowledged message once, and every queue under its old id', async () => {
    const survivor = async (name: string) => {
      const email = `${name}@example.com`
      const answer = await fetch(`${server.url}/api/v1/dev_fetch_api_key`, {
        method: 'POST',
        body: new URLSearchParams({ username: email }),
      })
      return new Survivor(() => server.url, email, ((await answer.json()) as Body).api_key)
    }
    const [ada, ben, cleo] = [await survivor('ada'), await survivor('ben'), await survivor('cleo')]
    const watchers = [new Watcher(ben), new Watcher(ben), new Watcher(cleo), new Watcher(ada)]
    for (const watcher of watchers) await watcher.register()
    const watching = watchers.map((watcher) => watcher.watch())

    const sent: { content: string; id: number; stream: string; after: boolean }[] = []
    let cleoHasLeft = false
    const senders = Array.from({ length: SENDERS }, async (_, sender) => {
      const stream = sender % 2 === 0 ? 'test' : 'leadership'
      let last = 0
      for (let index = 0; index < MESSAGES_PER_SENDER; index += 1) {
        const content = `${stream} ${sender}-${index}`
        const after = cleoHasLeft
        const { id } = await ada.call(
          'POST',
          '/messages',
          { type: 'stream', to: stream, topic: 'load', content },
          { 'idempotency-key': content },
        )
        expect(id).toBeGreaterThan(last)
        last = id
        sent.push({ content, id, stream, after })
      }
    })
    const leaving = until(() => sent.length > (SENDERS * MESSAGES_PER_SENDER) / 3).then(async () => {
      await ada.call('DELETE', '/users/me/subscriptions', {
        subscriptions: ['leadership'],
        principals: ['cleo@example.com'],
      })
      cleoHasLeft = true
    })

    for (let kill = 1; kill <= KILLS; kill += 1) {
      await until(() => sent.length >= (kill * SENDERS * MESSAGES_PER_SENDER) / (KILLS + 1))
      await server.kill()
      server = await startSwitchboard(['--development'], { place })
    }
    await Promise.all([...senders, leaving])
    const { id: lastId } = await ada.call('POST', '/messages', {
      type: 'private',
      to: ['ada@example.com', 'ben@example.com', 'cleo@example.com'],
      content: 'the end',
    })
    await Promise.all(watching)

    // Every acknowledged message is there once, with the id that was acknowledged.
    const history = await ada.call('GET', '/messages', {
      anchor: lastId,
      num_before: 4000,
      num_after: 10,
      apply_markdown: false,
      narrow: [{ operator: 'topic', operand: 'load' }],
    })
    const stored = new Map<string, number>()
    for (const { content, id } of history.messages) {
      expect(stored.has(content)).toBe(false)
      stored.set(content, id)
    }
    expect(sent.length).toBe(SENDERS * MESSAGES_PER_SENDER)
    for (const { content, id } of sent) expect([content, stored.get(content)]).toEqual([content, id])

    const inOrder = [...sent].sort((one, other) => one.id - other.id)
    const inTest = inOrder.filter(({ stream }) => stream === 'test').map(({ content }) => content)
    expect(watchers[0]!.contents('test')).toEqual(inTest)
    expect(watchers[1]!.contents('test')).toEqual(inTest)
    expect(watchers[3]!.contents('')).toEqual(inOrder.map(({ content }) => content))
    // Ben was never in the private stream; Cleo got a beginning of it, and nothing that began after she had left.
    expect(watchers[0]!.contents('leadership')).toEqual([])
    const inLeadership = inOrder.filter(({ stream }) => stream === 'leadership')
    const cleoGot = watchers[2]!.contents('leadership')
    expect(cleoGot.length).toBeGreaterThan(0)
    expect(cleoGot.length).toBeLessThan(inLeadership.length)
    expect(cleoGot).toEqual(inLeadership.slice(0, cleoGot.length).map(({ content }) => content))
    const forbidden = new Set(inLeadership.filter(({ after }) => after).map(({ content }) => content))
    expect(cleoGot.filter((content) => forbidden.has(content))).toEqual([])
  }, 120_000)
})

/** Polls one queue, whatever happens to the server, until the last message has come. */
class Watcher {
  readonly #client: Survivor
  readonly #contents: string[] = []
  #queueId = ''

  constructor(client: Survivor) {
    this.#client = client
  }

  async register(): Promise<void> {
    this.#queueId = (await this.#client.call('POST', '/register', { event_types: ['message'] })).queue_id
  }

  async watch(): Promise<void> {
    let last = -1
    for (;;) {
      const args = { queue_id: this.#queueId, last_event_id: last }
      const { events } = await this.#client.call('GET', '/events', args)
      for (const event of events) {
        // Ids increase: nothing twice, nothing out of order.
        expect(event.id).toBeGreaterThan(last)
        last = event.id
        if (event.type !== 'message') continue
        this.#contents.push(event.message.content)
        if (event.message.content === 'the end') return
      }
    }
  }

  contents(prefix: string): string[] {
    return this.#contents.filter((content) => content !== 'the end' && content.startsWith(prefix))
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((next) => setTimeout(next, 10))
}
