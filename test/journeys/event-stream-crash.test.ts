import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient, Credentials } from '../harness/api-client.ts'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { freePort } from '../harness/free-port.ts'
import { type RunningSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'
import { StreamClient } from '../harness/stream-client.ts'

describe.each(engines)('an event stream and kill -9, on %s', (engine) => {
  let place: Place
  let server: RunningSwitchboard
  let port: number
  const start = async () => {
    server = await startSwitchboard(['--development', '--port', String(port)], { place })
  }
  beforeAll(async () => {
    place = await makePlace(engine)
    port = await freePort()
    await start()
  })
  afterAll(async () => {
    await server?.kill()
    await place.remove()
  })

  const call = async (
    path: string,
    form: Record<string, string>,
    { email, key }: Partial<Credentials> = {},
  ) => {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: email ? { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` } : {},
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
    return (await response.json()) as any
  }
  const credentialsOf = async (name: string): Promise<Credentials> => {
    const email = `${name}@example.com`
    return { email, key: (await call('/dev_fetch_api_key', { username: email })).api_key }
  }

  it('resumes with nothing lost, nothing twice, and nothing that it could not see', async () => {
    const [ada, ben] = [await credentialsOf('ada'), await credentialsOf('ben')]
    const say = (content: string, to = 'test') =>
      call('/messages', { type: 'stream', to, topic: 'crash', content }, ada)
    const { queue_id } = await call('/register', { event_types: '["message"]' }, ben)
    const reader = { credentials: ben, headers: {} } as ApiClient
    const open = (last_event_id: number) => StreamClient.open(server.url, reader, { queue_id, last_event_id })
    const heard: string[] = []
    let stream = await open(-1)
    for (let round = 0; round < 3; round += 1) {
      await say(`live ${round}`)
      await say('a secret', 'leadership')
      await expect.poll(() => stream.events.length).toBe(round === 0 ? 1 : 2)
      // Nobody knows whether the last one is read before the end.
      await say(`last ${round}`)
      await server.kill()
      await expect.poll(() => stream.isClosed).toBe(true)
      expect(stream.end).toBeUndefined()
      heard.push(...stream.events.map(({ message }) => message.content))
      const { last } = stream
      await start()
      stream = await open(last)
      const missed = heard.includes(`last ${round}`) ? 0 : 1
      if (missed === 0) await say(`more ${round}`)
      await expect.poll(() => stream.events.length).toBe(1)
    }
    heard.push(...stream.events.map(({ message }) => message.content))
    stream.close()
    const expected = [0, 1, 2].flatMap((round) => [`live ${round}`, `last ${round}`])
    expect(heard.filter((content) => !content.startsWith('more'))).toEqual(expected)
  })
})
