import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, readMessage, sendToStream } from './message-requests.ts'

const VERSIONS = 50
const STORED_BYTES = 200_000
const BYTES_ON_PAGE = 4096

describe.each(engines)('Limits of what a message carries on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const edit = async (id: number, args: Record<string, unknown>) =>
    expect((await world.ada.patch(`/messages/${id}`, args)).status).toBe(200)
  const history = async (id: number) => (await world.ben.get(`/messages/${id}/history`)).body.message_history
  const pageBytes = async (id: number) => {
    const answer = await world.ben.get('/messages', { anchor: id, num_before: 0, num_after: 0 })
    return Buffer.byteLength(JSON.stringify(answer.body))
  }
  const long = (count: number) => `${count} ${'word '.repeat(1900)}`.trim()

  it('edit_history | short edits: all of them with their texts, newest first', async () => {
    const id = await sendToStream(world.ada, 'test', 'one', 'first')
    await edit(id, { content: 'second' })
    await edit(id, { topic: 'two' })
    const ada = { user_id: world.demo.people.ada.id, timestamp: expect.any(Number) }
    expect((await readMessage(world.ben, id)).edit_history).toEqual([
      { ...ada, prev_topic: 'one', topic: 'two', prev_subject: 'one' },
      {
        ...ada,
        prev_content: 'first',
        prev_rendered_content: '<p>first</p>',
        prev_rendered_content_version: 1,
      },
    ])
  })

  it('edit_history | old texts are left to /history: each edit is there, and says who and when', async () => {
    const id = await sendToStream(world.ada, 'test', 'one', 'x'.repeat(1500))
    await edit(id, { content: 'y'.repeat(1000) })
    await edit(id, { content: 'short' })
    await edit(id, { topic: 'two' })
    const { edit_history: edits } = await readMessage(world.ben, id)
    expect(edits).toHaveLength(3)
    expect(edits[0]).toMatchObject({ prev_topic: 'one' })
    expect(edits[1]).toMatchObject({ prev_content: 'y'.repeat(1000) })
    expect(Object.keys(edits[2]).sort()).toEqual(['timestamp', 'user_id'])
    expect((await history(id))[0]).toMatchObject({ topic: 'one', content: 'x'.repeat(1500) })
  })

  it('60 long edits | the page stays small, and the original and the newest versions are kept', async () => {
    const id = await sendToStream(world.ada, 'test', 'one', 'the original')
    const before = await pageBytes(id)
    for (let count = 1; count <= 60; count += 1) await edit(id, { content: long(count) })
    await edit(id, { content: 'the last' })
    expect((await pageBytes(id)) - before).toBeLessThan(2 * BYTES_ON_PAGE)
    const versions = await history(id)
    expect(versions[0]).toMatchObject({ content: 'the original', timestamp: expect.any(Number) })
    expect(Object.keys(versions[0])).not.toContain('prev_content')
    expect(versions.at(-1)).toMatchObject({ content: 'the last', prev_content: long(60) })
    const kept = versions.slice(1).map((one: { content: string }) => Number.parseInt(one.content, 10))
    expect(kept.slice(0, -1)).toEqual(
      Array.from({ length: kept.length - 1 }, (_, at) => 62 - kept.length + at),
    )
    const stored = versions.slice(0, -1).reduce(sumOfTexts, 0)
    expect(stored).toBeLessThanOrEqual(STORED_BYTES)
    expect(stored).toBeGreaterThan(STORED_BYTES / 2)
    // Each version tells what was there before it.
    for (const [at, version] of versions.slice(1).entries()) {
      expect(version.prev_content).toBe(versions[at].content)
    }
  })

  it('60 moves | the original topic and the newest versions are kept', async () => {
    const id = await sendToStream(world.ada, 'test', 'topic 0', 'text')
    for (let count = 1; count <= 60; count += 1) await edit(id, { topic: `topic ${count}` })
    const versions = await history(id)
    expect(versions.map((one: { topic: string }) => one.topic)).toEqual([
      'topic 0',
      ...Array.from({ length: VERSIONS }, (_, at) => `topic ${61 - VERSIONS + at}`),
    ])
    expect(versions[1].prev_topic).toBe('topic 0')
    expect((await readMessage(world.ben, id)).edit_history).toHaveLength(VERSIONS)
  })

  it('a deleted message | leaves nothing of its earlier versions', async () => {
    const id = await sendToStream(world.ada, 'test', 'one', 'a secret')
    await edit(id, { content: 'nothing' })
    await world.ada.delete(`/messages/${id}`)
    const rows = await world.chat.database.read.selectFrom('message_edits').selectAll().execute()
    expect(rows.filter((row) => row.message_id === id)).toEqual([])
  })

  it('submessages | together at most 50,000 bytes; what is too much is not stored', async () => {
    const id = await sendToStream(world.ada, 'test', 'poll', '/poll Which?')
    const add = (content: string) =>
      world.ben.post('/submessage', { message_id: id, msg_type: 'widget', content })
    const large = JSON.stringify('ä'.repeat(4900))
    for (let count = 0; count < 5; count += 1) expect((await add(large)).status).toBe(200)
    expectRefusal(await add(large), 'The submessages of this message are too long (limit: 50000 bytes)')
    expect((await add('"small"')).status).toBe(200)
    expect((await readMessage(world.ada, id)).submessages).toHaveLength(7)
  })

  it('submessages | at most 1000 of a message', async () => {
    const id = await sendToStream(world.ada, 'test', 'poll', '/poll Which?')
    const { realm_id, sender_id } = (await world.chat.database.read
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst())!
    await world.chat.database.write(realm_id, {
      async work({ db }) {
        const row = { realm_id, message_id: id, sender_id, msg_type: 'widget', content: '1' }
        const rows = Array.from({ length: 998 }, (_, count) => ({ ...row, id: 100_002 + count }))
        await db.insertInto('submessages').values(rows).execute()
      },
    })
    const add = () => world.ben.post('/submessage', { message_id: id, msg_type: 'widget', content: '1' })
    expect((await add()).status).toBe(200)
    expectRefusal(await add(), 'Too many submessages (limit: 1000)')
  })
})

const sumOfTexts = (sum: number, version: { content: string; rendered_content: string }) =>
  sum + Buffer.byteLength(version.content) + Buffer.byteLength(version.rendered_content)
