import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encode } from '../../harness/api-client.ts'
import { engines, makePlace, type Place } from '../../harness/engines.ts'
import { type RunningSwitchboard, startSwitchboard } from '../../harness/run-switchboard.ts'
import { eventually } from './scheduling.ts'

const MESSAGES = 120

// biome-ignore lint/suspicious/noExplicitAny: the wire's own shapes
type Body = any

describe.each(engines)('kill -9 while scheduled messages are sent, on %s', (engine) => {
  let place: Place
  let server: RunningSwitchboard
  let key: string
  beforeAll(async () => {
    place = await makePlace(engine)
    server = await startSwitchboard(['--development'], { place })
    const answer = await fetch(`${server.url}/api/v1/dev_fetch_api_key`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'ben@example.com' }),
    })
    key = ((await answer.json()) as Body).api_key
  }, 180_000)
  afterAll(async () => {
    await server?.kill()
    await place.remove()
  })

  const call = async (method: string, path: string, args: Record<string, unknown> = {}): Promise<Body> => {
    const isGet = method === 'GET'
    const answer = await fetch(`${server.url}/api/v1${path}${isGet ? `?${encode(args)}` : ''}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`ben@example.com:${key}`).toString('base64')}`,
        ...(!isGet && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(!isGet && { body: encode(args) }),
    })
    return answer.json()
  }
  const sent = async (): Promise<string[]> => {
    const { messages } = await call('GET', '/messages', {
      anchor: 'newest',
      num_before: 1000,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'topic', operand: 'later' }],
    })
    return messages.map((message: { content: string }) => message.content)
  }

  it('each is sent, and each once', async () => {
    const contents = Array.from({ length: MESSAGES }, (_, index) => `number ${index}`)
    const time = Math.floor(Date.now() / 1000) + 8
    // All at once: they share commits, and the time that is left to them is short.
    const answers = await Promise.all(
      contents.map((content) =>
        call('POST', '/scheduled_messages', {
          type: 'stream',
          to: 'test',
          topic: 'later',
          content,
          scheduled_delivery_timestamp: time,
        }),
      ),
    )
    for (const answer of answers) expect(answer).toMatchObject({ result: 'success' })
    // Some are out, most are not.
    await eventually(async () => (await sent()).length > 0)
    await server.kill()
    server = await startSwitchboard(['--development'], { place })
    await eventually(async () => (await call('GET', '/scheduled_messages')).scheduled_messages.length === 0)
    expect((await sent()).sort()).toEqual([...contents].sort())
  }, 120_000)
})
