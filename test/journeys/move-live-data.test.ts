import { randomBytes } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acmeCaller, type DemoCaller, demoCaller } from '../harness/demo-caller.ts'
import { makePlace, type Place } from '../harness/engines.ts'
import { querySqlite } from '../harness/query-sqlite.ts'
import { type RunningSwitchboard, runSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

/** Many processes, one after another, on a machine that may be busy. */
const MINUTES = 300_000

/** Sends to the stream of which Ben has a queue. */
const send = (ada: DemoCaller, content: string) =>
  ada.call('POST', '/messages', { type: 'stream', to: 'test', topic: 'moving', content })

describe('people and their clients go on after a move', { timeout: MINUTES }, () => {
  let sqlite: Place
  let postgres: Place
  let back: Place
  let server: RunningSwitchboard | undefined
  const upload = randomBytes(2_500_000)
  const file = randomBytes(40_000)
  const seen = { key: '', queue: '', lastEvent: '-1', uploadPath: '', fileId: '' }
  beforeAll(async () => {
    sqlite = await makePlace('SQLite')
    postgres = await makePlace('PostgreSQL')
    back = await makePlace('SQLite')
  }, MINUTES)
  afterAll(async () => {
    await server?.kill()
    for (const place of [sqlite, postgres, back]) await place.remove()
  })

  /** Both keep the key of the first one, as the command says. */
  const giveKey = (place: Place) =>
    copyFileSync(join(sqlite.dataDir, 'secret.key'), join(place.dataDir, 'secret.key'))

  /** What Ben's queue has for him, in the order of the events. */
  async function poll(ben: DemoCaller): Promise<string[]> {
    const { events } = await ben.call('GET', '/events', {
      queue_id: seen.queue,
      last_event_id: seen.lastEvent,
    })
    seen.lastEvent = String(events.at(-1).id)
    return events.map((event: { message: { content: string } }) => event.message.content)
  }

  async function checkEverything(place: Place, unread: string): Promise<void> {
    server = await startSwitchboard(['--development'], { place })
    const [ada, ben] = [await demoCaller(server.url, 'ada'), await demoCaller(server.url, 'ben')]
    expect(ben.key).toBe(seen.key)
    // The queue continues where the client was: first what it had not fetched, then what is new.
    expect(await poll(ben)).toEqual([unread])
    await send(ada, `after ${unread}`)
    expect(await poll(ben)).toEqual([`after ${unread}`])
    expect((await ben.fetch(seen.uploadPath)).bytes.equals(upload)).toBe(true)
    expect((await acmeCaller(server.url).download(seen.fileId)).bytes.equals(file)).toBe(true)
    const found = await ben.call('GET', '/messages', {
      anchor: 'newest',
      num_before: '50',
      num_after: '0',
      narrow: JSON.stringify([{ operator: 'search', operand: 'fetched' }]),
    })
    expect(found.messages.map((message: { content: string }) => message.content).length).toBeGreaterThan(0)
  }

  it('on SQLite they write, and a server in use is not moved', async () => {
    server = await startSwitchboard(['--development'], { place: sqlite })
    const [ada, ben] = [await demoCaller(server.url, 'ada'), await demoCaller(server.url, 'ben')]
    seen.key = ben.key
    seen.queue = (
      await ben.call('POST', '/register', { event_types: '["message"]', apply_markdown: 'false' })
    ).queue_id
    await send(ada, 'fetched')
    expect(await poll(ben)).toEqual(['fetched'])
    await send(ada, 'not yet fetched')
    seen.uploadPath = await ben.upload(upload, 'picture.bin')
    seen.fileId = await acmeCaller(server.url).addFile(file)
    const refused = await runSwitchboard(['move', '--to', postgres.databaseUrl!], { place: sqlite })
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('chat.db is in use. Stop the server')
    await server.stop()
    // As if the move took two hours, longer than a queue may be idle.
    querySqlite(join(sqlite.dataDir, 'chat.db'), 'update event_queues set last_seen = last_seen - 7200')
  })

  it('on PostgreSQL they go on, and a server in use is not moved', async () => {
    const moved = await runSwitchboard(['move', '--to', postgres.databaseUrl!], { place: sqlite })
    expect(moved).toMatchObject({ code: 0 })
    expect(moved.stdout).toContain('and 2 files')
    expect(moved.stdout).toContain(`the key in ${join(sqlite.dataDir, 'secret.key')}: copy it`)
    giveKey(postgres)
    await checkEverything(postgres, 'not yet fetched')
    await send(await demoCaller(server!.url, 'ada'), 'not fetched on PostgreSQL')
    const refused = await runSwitchboard(['move', '--to', `sqlite:${back.dataDir}`], { place: postgres })
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('A server uses this PostgreSQL. Stop all nodes')
    await server!.stop()
  })

  it('back on SQLite they go on', async () => {
    const moved = await runSwitchboard(['move', '--to', `sqlite:${back.dataDir}`], { place: postgres })
    expect(moved).toMatchObject({ code: 0 })
    giveKey(back)
    await checkEverything(back, 'not fetched on PostgreSQL')
  })
})
