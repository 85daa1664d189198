import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChatTables } from '../../src/chat/chat-tables.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { addCopies } from '../harness/add-copies.ts'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { type RunningSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

const COPIES = 6000

describe.each(engines)('a move of many messages and kill -9, on %s', (engine) => {
  let place: Place
  let server: RunningSwitchboard
  let authorization = ''
  const start = async () => {
    server = await startSwitchboard(['--development'], { place })
  }
  beforeAll(async () => {
    place = await makePlace(engine)
    await start()
  })
  afterAll(async () => {
    await server?.kill()
    await place.remove()
  })

  const call = async (method: string, path: string, values: Record<string, string>) => {
    const form = new URLSearchParams(values)
    const response = await fetch(`${server.url}/api/v1${path}${method === 'GET' ? `?${form}` : ''}`, {
      method,
      ...(method !== 'GET' && { body: form }),
      headers: authorization ? { authorization } : {},
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
    return (await response.json()) as any
  }
  const send = async (topic: string): Promise<number> =>
    (await call('POST', '/messages', { type: 'stream', to: 'test', topic, content: 'text' })).id

  it('is finished after the restart, and each message is announced once', async () => {
    const email = 'ada@example.com'
    const { api_key } = await call('POST', '/dev_fetch_api_key', { username: email })
    authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`
    const first = await send('from')
    await server.stop()
    const database = await openDatabase<ChatTables>('chat', place, createLogger('silent'))
    const [message] = await database.read.selectFrom('messages').selectAll().where('id', '=', first).execute()
    const copies = await addCopies(database, message!.realm_id, first, COPIES)
    await database.close()
    await start()

    const queue = await call('POST', '/register', { event_types: '["update_message"]' })
    let last = queue.last_event_id
    const told: number[] = []
    const listen = async () => {
      const values = { queue_id: queue.queue_id, last_event_id: String(last), dont_block: 'true' }
      const { events } = await call('GET', '/events', values)
      for (const event of events) {
        told.push(...event.message_ids)
        last = event.id
      }
      return told.length
    }
    const moving = call('PATCH', `/messages/${first}`, { topic: 'to', propagate_mode: 'change_all' })
    const lost = moving.then(
      () => false,
      () => true,
    )
    await expect.poll(listen).toBeGreaterThan(100)
    await server.kill()
    expect(await lost).toBe(true)
    await start()
    await listen()
    expect(told.length).toBeLessThan(COPIES)
    await expect.poll(listen).toBe(COPIES + 1)
    expect(told.sort((one, other) => one - other)).toEqual([first, ...copies])
    const narrow = '[["stream","test"],["topic","from"]]'
    const page = { anchor: 'newest', num_before: '10', num_after: '0', narrow }
    expect((await call('GET', '/messages', page)).messages).toEqual([])
  })
})
