import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient, Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { makeStream, sendToStream, type Term } from './message-requests.ts'

const MESSAGES = 150
const stream: Term = { operator: 'stream', operand: 'long' }
/** Leaves out no messages, but makes another search of the same page. */
const searched: Term = { operator: 'sender', operand: 'echo-bot@example.com', negated: true }

/** The same pages however they are asked for: from any side, with or without a condition that changes nothing. */
describe.each(engines)('long pages on %s', (engine) => {
  let world: World
  const ids: number[] = []

  beforeAll(async () => {
    world = await startWorld(engine)
    await makeStream(world.ada, 'long', ['ada', 'ben'])
    for (let count = 0; count < MESSAGES; count += 1) {
      ids.push(await sendToStream(world.ada, 'long', `topic ${count % 3}`, `größe ${count}`))
    }
  })
  afterAll(() => world.stop())

  async function expectSame(client: ApiClient, wanted: Arguments, narrow: Term[] = [stream]) {
    const page = await client.get('/messages', { ...wanted, narrow })
    expect(page.body.result).toBe('success')
    const bySearch = await client.get('/messages', { ...wanted, narrow: [...narrow, searched] })
    expect(page.body).toEqual(bySearch.body)
    return page.body.messages as { id: number; content: string; flags: string[]; reactions: object[] }[]
  }

  const newest = { anchor: 'newest', num_before: 120, num_after: 0 }
  const around = () => ({ anchor: ids[75], num_before: 60, num_after: 60 })

  it('the newest, and around any message, in any order of asking', async () => {
    for (const place of [75, 10, 140, 74, 0, 149, 64, 63]) {
      const page = { anchor: ids[place], num_before: 40, num_after: 40 }
      const messages = await expectSame(world.ben, page)
      expect(messages.map((message) => message.id)).toEqual(ids.slice(Math.max(0, place - 40), place + 41))
    }
    expect((await expectSame(world.ben, newest)).map((message) => message.id)).toEqual(ids.slice(-120))
  })

  it('of all, of a topic, as Markdown, with avatars of the client', async () => {
    await expectSame(world.ben, around(), [])
    await expectSame(world.ben, newest, [stream, { operator: 'topic', operand: 'TOPIC 1' }])
    await expectSame(world.ben, { ...around(), apply_markdown: false })
    await expectSame(world.ben, { ...around(), client_gravatar: true })
  })

  it('the length that is announced is the one in bytes', async () => {
    const answer = await world.ben.get('/messages', { ...newest, narrow: [stream] })
    expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(JSON.stringify(answer.body)) + 1)
    const head = await world.ben.raw({
      method: 'HEAD',
      url: '/messages?anchor=newest&num_before=9&num_after=0',
    })
    expect(head.status).toBe(200)
    expect(head.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' })
    expect(head.headers['x-request-id']).toBeTypeOf('string')
  })

  it('each reader has their own flags', async () => {
    await world.ben.post('/messages/flags', {
      messages: [ids[70], ids[71], ids[90]],
      op: 'add',
      flag: 'starred',
    })
    await world.ben.post('/messages/flags', { messages: ids.slice(20, 60), op: 'add', flag: 'read' })
    const own = await expectSame(world.ben, around())
    expect(own.filter((message) => message.flags.includes('starred')).map((message) => message.id)).toEqual([
      ids[70],
      ids[71],
      ids[90],
    ])
    const others = await expectSame(world.ada, around())
    expect(others.some((message) => message.flags.includes('starred'))).toBe(false)
    await world.ben.post('/mark_all_as_read')
    expect((await expectSame(world.ben, around())).every(({ flags }) => flags.includes('read'))).toBe(true)
  })

  it('who only looks the history up sees it as historical; who came later, from then on as received', async () => {
    const before = await expectSame(world.cleo, newest)
    expect(before.every(({ flags }) => flags.join() === 'read,historical')).toBe(true)
    await world.cleo.post('/users/me/subscriptions', { subscriptions: [{ name: 'long' }] })
    ids.push(await sendToStream(world.ada, 'long', 'topic 0', '@**all** later'))
    const after = await expectSame(world.cleo, newest)
    expect(after.at(-1)!.flags).toEqual(['wildcard_mentioned'])
    expect(after.at(-2)!.flags).toEqual(['read', 'historical'])
  })

  it('a stream with closed history shows what was received, also in the middle of a page', async () => {
    const rules = { invite_only: true, history_public_to_subscribers: false }
    await makeStream(world.ada, 'closed', ['ada'], rules)
    const closed: Term = { operator: 'stream', operand: 'closed' }
    const received: number[] = []
    for (let count = 0; count < 12; count += 1) {
      const isIn = count % 4 > 1
      if (count % 4 === 2)
        await world.ada.post('/users/me/subscriptions', {
          subscriptions: [{ name: 'closed' }],
          principals: ['ben@example.com'],
        })
      const id = await sendToStream(world.ada, 'closed', 'x')
      if (isIn) received.push(id)
      if (count % 4 === 3 && count < 11)
        await world.ben.delete('/users/me/subscriptions', { subscriptions: ['closed'] })
      await expectSame(world.ada, newest, [closed])
    }
    const seen = await expectSame(world.ben, newest, [closed])
    expect(seen.map((message) => message.id)).toEqual(received)
    const all = await expectSame(world.ben, newest, [])
    const inAll = new Set(all.map((message) => message.id))
    expect(received.every((id) => inAll.has(id))).toBe(true)
    expect((await world.gus.get('/messages', { ...newest, narrow: [closed] })).body.code).toBe('BAD_NARROW')
  })

  it('edits, moves, reactions and deletions are seen at once', async () => {
    const find = async (id: number) => (await expectSame(world.ben, around())).find((one) => one.id === id)
    const topic: Term = { operator: 'topic', operand: 'topic 2' }
    await expectSame(world.ben, newest, [stream, topic])
    await world.ada.patch(`/messages/${ids[80]}`, { content: 'changed' })
    expect((await find(ids[80]!))!.content).toBe('<p>changed</p>')
    await world.cleo.post(`/messages/${ids[81]}/reactions`, { emoji_name: 'tada' })
    expect((await find(ids[81]!))!.reactions).toHaveLength(1)
    await world.ada.patch(`/messages/${ids[81]}`, { topic: 'topic 2' })
    const moved = await expectSame(world.ben, newest, [stream, topic])
    expect(moved.map((message) => message.id)).toContain(ids[81])
    await world.ada.delete(`/messages/${ids[82]}`)
    expect(await find(ids[82]!)).toBeUndefined()
  })
})
