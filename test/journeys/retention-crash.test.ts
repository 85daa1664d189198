import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChatTables } from '../../src/chat/chat-tables.ts'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/platform/database/open-database.ts'
import { createLogger } from '../../src/platform/logging/log.ts'
import { addCopies } from '../harness/add-copies.ts'
import { buildSwitchboard, root } from '../harness/build-switchboard.ts'
import { acmeCaller, demoCaller } from '../harness/demo-caller.ts'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { type RunningSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

const COPIES = 950
const LONG_AGO = 1_000_000_000

describe.each(engines)('deleting old messages and kill -9, on %s', (engine) => {
  let place: Place
  let server: RunningSwitchboard | undefined
  let authorization = ''
  beforeAll(async () => {
    await buildSwitchboard()
    place = await makePlace(engine)
  })
  afterAll(async () => {
    await server?.kill()
    await place.remove()
  })

  const start = async () => {
    server = await startSwitchboard(['--development'], { place, environment: { LOG_LEVEL: 'error' } })
  }
  const stop = async () => {
    await server!.stop()
    server = undefined
  }
  const call = async (method: string, path: string, values: Record<string, string> = {}) => {
    const form = new URLSearchParams(values)
    const response = await fetch(`${server!.url}/api/v1${path}${method === 'GET' ? `?${form}` : ''}`, {
      method,
      ...(method !== 'GET' && { body: form }),
      headers: authorization ? { authorization } : {},
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
    return (await response.json()) as any
  }
  const send = async (): Promise<number> =>
    (await call('POST', '/messages', { type: 'stream', to: 'test', topic: 'x', content: 'text' })).id
  const deleteUntil = (batch?: number) => {
    const environment = {
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
    }
    const given = JSON.stringify({ config: readConfig({}, environment), batch })
    return spawnSync(process.execPath, [join(root, 'test/harness/die-while-deleting.js'), given])
  }

  it('leaves no message half deleted, and announces each deletion once', async () => {
    await start()
    const email = 'ada@example.com'
    const { api_key } = await call('POST', '/dev_fetch_api_key', { username: email })
    authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`
    const first = await send()
    expect((await call('PATCH', '/realm', { message_retention_days: '30' })).result).toBe('success')
    const queue = await call('POST', '/register', { event_types: '["delete_message"]' })
    await stop()

    const database = await openDatabase<ChatTables>('chat', place, createLogger('silent'))
    const [message] = await database.read.selectFrom('messages').selectAll().where('id', '=', first).execute()
    const realmId = message!.realm_id
    const expired = [first, ...(await addCopies(database, realmId, first, COPIES))]
    await database.write(realmId, {
      work: ({ db }) =>
        db.updateTable('messages').set({ sent_at: LONG_AGO }).where('id', 'in', expired).execute(),
    })
    await database.close()

    expect(deleteUntil(4).signal).toBe('SIGKILL')
    expect(deleteUntil(1).signal).toBe('SIGKILL')
    const left = async () => {
      const opened = await openDatabase<ChatTables>('chat', place, createLogger('silent'))
      const rows = await opened.read.selectFrom('messages').select('id').where('id', 'in', expired).execute()
      await opened.close()
      return rows.length
    }
    expect(await left()).toBe(expired.length - 300)
    const { status, stderr } = deleteUntil()
    expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' })
    expect(await left()).toBe(0)

    await start()
    const young = await send()
    const told: number[] = []
    let last: number = queue.last_event_id
    for (;;) {
      const values = { queue_id: queue.queue_id, last_event_id: String(last), dont_block: 'true' }
      const { events } = await call('GET', '/events', values)
      if (events.length === 0) break
      for (const event of events) told.push(...event.message_ids)
      last = events.at(-1).id
    }
    expect(told.sort((one, other) => one - other)).toEqual(expired)
    const page = { anchor: 'newest', num_before: '1000', num_after: '0', narrow: '[["stream","test"]]' }
    const { messages } = await call('GET', '/messages', page)
    expect(messages.map(({ id }: { id: number }) => id)).toEqual([young])
  }, 180_000)
})

describe('the retention of a server that is often restarted', () => {
  let place: Place
  let server: RunningSwitchboard | undefined
  beforeAll(async () => {
    await buildSwitchboard()
    place = await makePlace('SQLite')
  })
  afterAll(async () => {
    await server?.kill()
    await place.remove()
  })

  it('is applied soon after a start, and says when', { timeout: 300_000 }, async () => {
    server = await startSwitchboard(['--development'], { place, environment: { LOG_LEVEL: 'error' } })
    const ada = await demoCaller(server.url, 'ada')
    await ada.call('PATCH', '/realm', { message_retention_days: '30' })
    const acme = acmeCaller(server.url)
    expect(await acme.changeRetention({ calls_days: 30 })).toMatchObject({ applied_at: null })
    const kinds = async () => (await ada.call('GET', '/realm/stored_data')).stored_data
    const appliedTo = async (name: string) =>
      (await kinds()).find(({ kind }: { kind: string }) => kind === name).retention_applied_timestamp
    const soon = { timeout: 240_000, interval: 1_000 }
    await expect.poll(() => appliedTo('messages'), soon).toEqual(expect.any(Number))
    await expect.poll(async () => (await acme.retention()).applied_at, soon).toEqual(expect.any(String))
  })
})
