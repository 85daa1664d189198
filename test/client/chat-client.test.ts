import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../../packages/client/src/api-error.ts'
import { type Chat, type ChatOptions, connectChat } from '../../packages/client/src/connect-chat.ts'
import { followEvents } from '../../packages/client/src/follow-events.ts'
import type { Fetch } from '../../packages/client/src/send-request.ts'
import { type ClientServer, startClientServer } from '../harness/client-server.ts'
import { engines } from '../harness/engines.ts'

describe.each(engines)('the client of the chat on %s', (engine) => {
  let server: ClientServer
  let connect: (options?: Partial<ChatOptions>) => Chat
  let ada: Chat
  beforeAll(async () => {
    server = await startClientServer(engine)
    const apiKey = await server.keyOf('ada@example.com')
    connect = (options) => connectChat({ server: server.url, email: 'ada@example.com', apiKey, ...options })
    ada = connect()
  })
  afterAll(() => server?.stop())

  const send = (chat: Chat, content: string, topic = 'client') =>
    chat.call('POST /messages', { type: 'stream', to: 'general', topic, content })

  async function contentsOf(topic: string): Promise<string[]> {
    const narrow = [
      { operator: 'stream', operand: 'general' },
      { operator: 'topic', operand: topic },
    ]
    const wanted = { anchor: 'newest' as const, num_before: 100, num_after: 0, apply_markdown: false, narrow }
    return (await ada.call('GET /messages', wanted)).messages.map(({ content }) => content)
  }

  test('makes calls with arguments in the path, the query and a form', async () => {
    const { user_id: id, email } = await ada.call('GET /users/me')
    expect(email).toBe('ada@example.com')
    const { user } = await ada.call('GET /users/{user_id}', { user_id: String(id) })
    expect(user.full_name).toBe('Ada Lovelace')
    const { id: message } = await send(ada, 'Größe & Maß')
    await ada.call('PATCH /messages/{message_id}', { message_id: message, content: 'changed' })
    expect(await contentsOf('client')).toContain('changed')
  })

  test('uploads a file and downloads it', async () => {
    const file = new File(['hello'], 'größe.txt', { type: 'text/plain' })
    const { uri } = await ada.call('POST /user_uploads', { file })
    expect(await (await ada.file(uri)).text()).toBe('hello')
  })

  test('throws one kind of error', async () => {
    const wrongKey = connect({ apiKey: 'x'.repeat(32) })
    await expect(wrongKey.call('GET /users/me')).rejects.toMatchObject({
      status: 401,
      code: 'INVALID_API_KEY',
    })
    const error = await ada.call('DELETE /messages/{message_id}', { message_id: 999_999 }).catch((e) => e)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 400, code: 'BAD_REQUEST', isFinal: true })
    const nowhere = connect({ server: 'http://127.0.0.1:9', retries: 0 })
    await expect(nowhere.call('GET /users/me')).rejects.toMatchObject({ status: 0, code: 'UNREACHABLE' })
    const html: Fetch = async () => new Response('<h1>Sign in</h1>', { status: 502 })
    const behindProxy = connect({ fetch: html, retries: 0 })
    await expect(behindProxy.call('GET /users/me')).rejects.toMatchObject({ isUnreachable: true })
  })

  test('a call is cancelled', async () => {
    const cancelled = ada.call('GET /users/me', {}, { signal: AbortSignal.abort() })
    await expect(cancelled).rejects.toThrow(/abort/i)
  })

  test('repeats a message whose response was lost, and it is sent once', async () => {
    const keys: unknown[] = []
    const losing: Fetch = async (url, init) => {
      keys.push(new Headers(init.headers).get('idempotency-key'))
      const response = await fetch(url, init)
      if (keys.length < 3) throw new TypeError('lost')
      return response
    }
    await send(connect({ fetch: losing }), 'only once', 'lost')
    expect(await contentsOf('lost')).toEqual(['only once'])
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
  })

  test('does not repeat a change that the server would execute again', async () => {
    let count = 0
    const losing: Fetch = async () => {
      count += 1
      throw new TypeError('lost')
    }
    const change = connect({ fetch: losing }).call('POST /users/me/alert_words', { alert_words: ['fire'] })
    await expect(change).rejects.toMatchObject({ code: 'UNREACHABLE' })
    expect(count).toBe(1)
  })

  test('waits as long as a rate limit says, and no longer than makes sense', async () => {
    const limitedBy = (seconds: string): Fetch => {
      let count = 0
      return async (url, init) => {
        count += 1
        const headers = { 'retry-after': seconds, 'content-type': 'application/json' }
        const body = JSON.stringify({ result: 'error', msg: 'Slow down', code: 'RATE_LIMIT_HIT' })
        return count === 1 ? new Response(body, { status: 429, headers }) : fetch(url, init)
      }
    }
    const words = { alert_words: ['water'] }
    await connect({ fetch: limitedBy('0') }).call('POST /users/me/alert_words', words)
    const hopeless = connect({ fetch: limitedBy('3600') }).call('POST /users/me/alert_words', words)
    await expect(hopeless).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT', retryAfter: 3600 })
  })

  /** Collects messages until the one that says `last`. `meanwhile`: what happens once the queue is there. */
  async function follow(chat: Chat, last: string, meanwhile: () => Promise<unknown>): Promise<string[]> {
    const seen: string[] = []
    let rest: Promise<unknown> | undefined
    const onRegistered = () => {
      rest ??= meanwhile()
    }
    const register = { event_types: ['message'], apply_markdown: false }
    for await (const event of followEvents(chat, { register, onRegistered })) {
      if (event.type === 'message') seen.push(event.message.content)
      if (seen.at(-1) === last) break
    }
    await rest
    return seen
  }

  test('follows events, and after a crash of the server goes on where it was', {
    timeout: 120_000,
  }, async () => {
    const seen = await follow(ada, 'last', async () => {
      for (const content of ['one', 'two']) await send(ada, content, 'crash')
      await server.restart()
      for (const content of ['three', 'last']) await send(ada, content, 'crash')
    })
    expect(seen).toEqual(['one', 'two', 'three', 'last'])
  })

  test('polls where streams do not get through', async () => {
    const asked = { streams: 0, polls: 0 }
    const withoutStreams: Fetch = async (url, init) => {
      if (new URL(url).pathname === '/api/v1/events') asked.polls += 1
      if (!url.includes('/events/stream')) return fetch(url, init)
      asked.streams += 1
      return new Response('<h1>Blocked</h1>', { headers: { 'content-type': 'text/html' } })
    }
    const chat = connect({ fetch: withoutStreams })
    const seen = await follow(chat, 'polled', () => send(ada, 'polled', 'polling'))
    expect(seen).toEqual(['polled'])
    expect(asked.streams).toBe(3)
    expect(asked.polls).toBeGreaterThan(0)
  })

  test('stops following when it is aborted, and throws when the key is not valid', async () => {
    const abort = new AbortController()
    const events = followEvents(ada, { signal: abort.signal, onRegistered: () => abort.abort() })
    expect(await events.next()).toEqual({ done: true, value: undefined })
    const stranger = followEvents(connect({ apiKey: 'x'.repeat(32) }))
    await expect(stranger.next()).rejects.toMatchObject({ status: 401 })
    const wrong = followEvents(ada, { register: { narrow: [['nonsense', 'x']] } })
    await expect(wrong.next()).rejects.toMatchObject({ status: 400 })
  })
})
