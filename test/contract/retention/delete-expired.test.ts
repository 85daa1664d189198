import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteExpiredMessages } from '../../../src/chat/history/delete-expired-messages.ts'
import { removeUnclaimed } from '../../../src/chat/messages/attachments/delete-attachment.ts'
import { addCopies } from '../../harness/add-copies.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { indexEverything } from '../messages/index-everything.ts'
import { makeStream, readIds, readUnread, sendPrivately, sendToStream } from '../messages/message-requests.ts'
import { whoHeard, witness } from '../messages/witnesses.ts'

const DAY = 86_400

describe.each(engines)('Messages that are too old, on %s', (engine) => {
  let world: World
  let number = 0
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())
  beforeEach(() => setRealm(null))

  const setRealm = async (days: number | null) => {
    expect((await world.ada.patch('/realm', { message_retention_days: days ?? -1 })).status).toBe(200)
  }
  const setStream = async (id: number, days: number | string) => {
    const answer = await world.ada.patch(`/streams/${id}`, { message_retention_days: days })
    expect(answer.status).toBe(200)
  }
  const run = () => deleteExpiredMessages(world.chat, new AbortController().signal)
  const newStream = async (people: string[], args = {}) => {
    number += 1
    const name = `stream ${number}`
    return { name, id: await makeStream(world.ada, name, people, args) }
  }
  const idsIn = (name: string, client = world.ada) => readIds(client, [{ operator: 'stream', operand: name }])

  it('without a setting nothing is deleted', async () => {
    const { name } = await newStream(['ada'])
    const id = await sendToStream(world.ada, name, 'x')
    world.clock.advance(20_000 * DAY)
    await run()
    expect(await idsIn(name)).toEqual([id])
  })

  it('never a second early, and then with one event for each topic', async () => {
    const { name, id: streamId } = await newStream(['ada', 'ben'])
    const first = await sendToStream(world.ada, name, 'one')
    const second = await sendToStream(world.ben, name, 'two')
    const third = await sendToStream(world.ben, name, 'one')
    await setStream(streamId, 2)
    world.clock.advance(2 * DAY - 30)
    expect(whoHeard(await witness(world, run))).toEqual([])
    expect(await idsIn(name)).toEqual([first, second, third])
    world.clock.advance(60)
    const young = await sendToStream(world.ben, name, 'one')
    const heard = await witness(world, run)
    expect(whoHeard(heard)).toEqual(['ada', 'ben'])
    const gone = { type: 'delete_message', message_type: 'stream', stream_id: streamId }
    expect(heard.ben.map(({ id: _id, ...event }) => event)).toEqual([
      { ...gone, message_id: first, message_ids: [first, third], topic: 'one' },
      { ...gone, message_id: second, message_ids: [second], topic: 'two' },
    ])
    expect(await idsIn(name)).toEqual([young])
    const { body } = await world.ada.get(`/streams/${streamId}`)
    expect(body.stream.first_message_id).toBe(young)
    expect(whoHeard(await witness(world, run))).toEqual([])
  })

  it('a stream goes by its own setting, or by that of the organization', async () => {
    const [own, forever, usual] = [
      await newStream(['ada']),
      await newStream(['ada']),
      await newStream(['ada']),
    ]
    await setStream(own.id, 1)
    await setStream(forever.id, '"unlimited"')
    const ids = []
    for (const { name } of [own, forever, usual]) ids.push(await sendToStream(world.ada, name, 'x'))
    const privately = await sendPrivately(world.ada, ['ben'])
    await setRealm(10)
    world.clock.advance(1.1 * DAY)
    await run()
    expect(await idsIn(own.name)).toEqual([])
    expect(await idsIn(usual.name)).toEqual([ids[2]])
    world.clock.advance(9 * DAY)
    await run()
    expect(await idsIn(usual.name)).toEqual([])
    expect(await idsIn(forever.name)).toEqual([ids[1]])
    expect(await readIds(world.ben)).not.toContain(privately)
    await setStream(forever.id, '"realm_default"')
    await run()
    expect(await idsIn(forever.name)).toEqual([])
  })

  it('a setting that is taken back in time saves the messages', async () => {
    const { name, id } = await newStream(['ada'])
    const message = await sendToStream(world.ada, name, 'x')
    await setStream(id, 1)
    world.clock.advance(2 * DAY)
    await setStream(id, 3)
    await run()
    expect(await idsIn(name)).toEqual([message])
    await setStream(id, 1)
    await run()
    expect(await idsIn(name)).toEqual([])
  })

  it('private messages: told to the people of the conversation in one event', async () => {
    const first = await sendPrivately(world.ben, ['ada', 'gus'], 'one')
    const second = await sendPrivately(world.ada, ['ben', 'gus'], 'two')
    const elsewhere = await sendPrivately(world.cleo, ['cleo'], 'to herself')
    await setRealm(5)
    world.clock.advance(6 * DAY)
    const heard = await witness(world, run)
    expect(heard.gus).toEqual([
      {
        id: expect.any(Number),
        type: 'delete_message',
        message_id: first,
        message_ids: [first, second],
        message_type: 'private',
        recipient_id: expect.any(Number),
      },
    ])
    expect(heard.echoBot).toEqual([])
    expect(heard.cleo).toMatchObject([{ message_ids: [elsewhere] }])
    for (const client of [world.ada, world.ben, world.gus]) {
      expect(await readIds(client)).not.toContain(first)
    }
  })

  it('a closed history: only its receivers get the event about a message', async () => {
    const { name, id } = await newStream(['ada', 'ben'], { invite_only: true })
    await sendToStream(world.ada, name, 'x')
    await world.ada.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: ['cleo@example.com'],
    })
    await setStream(id, 1)
    world.clock.advance(2 * DAY)
    expect(whoHeard(await witness(world, run))).toEqual(['ada', 'ben'])
  })

  it('stars, unread messages, reactions, history and search go with it; who left learns that the star is gone', async () => {
    const { name, id: streamId } = await newStream(['ada', 'ben', 'cleo'])
    const id = await sendToStream(world.ada, name, 'x', 'perishable words')
    await world.ada.patch(`/messages/${id}`, { content: 'perishable sentences' })
    await world.ben.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
    for (const client of [world.ben, world.cleo]) {
      await client.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    }
    await world.cleo.delete('/users/me/subscriptions', { subscriptions: [name] })
    await indexEverything(world)
    const search = () => readIds(world.ben, [{ operator: 'search', operand: 'perishable' }])
    expect(await search()).toEqual([id])
    await setStream(streamId, 1)
    world.clock.advance(2 * DAY)
    const heard = await witness(world, run)
    expect(heard.cleo).toMatchObject([
      { type: 'update_message_flags', op: 'remove', flag: 'starred', messages: [id] },
    ])
    expect(await search()).toEqual([])
    const starred = [{ operator: 'is', operand: 'starred' }]
    expect([await readIds(world.ben, starred), await readIds(world.cleo, starred)]).toEqual([[], []])
    const unread = (await readUnread(world.ben)).streams.flatMap(
      (one: { unread_message_ids: number[] }) => one.unread_message_ids,
    )
    expect(unread).not.toContain(id)
    expect((await world.ada.get(`/messages/${id}/history`)).status).toBe(400)
    const tables = ['message_flags', 'message_edits', 'reactions'] as const
    for (const table of tables) {
      const rows = await world.chat.database.read.selectFrom(table).selectAll().execute()
      expect(
        rows.filter((row) => row.message_id === id),
        table,
      ).toEqual([])
    }
  })

  it('a file goes with the last message that links it', async () => {
    const { name, id: streamId } = await newStream(['ada', 'ben'])
    const kept = await newStream(['ada', 'ben'])
    const upload = async (label: string) => {
      const { body } = await world.ben.upload('/user_uploads', {
        file: { bytes: Buffer.from(label), name: `${label}.txt` },
      })
      return body.url as string
    }
    const [alone, shared] = [await upload('alone'), await upload('shared')]
    await sendToStream(world.ben, name, 'x', `[a](${alone}) [b](${shared})`)
    await sendToStream(world.ben, kept.name, 'x', `[b](${shared})`)
    await setStream(streamId, 10)
    world.clock.advance(11 * DAY)
    await run()
    await removeUnclaimed(world.chat)
    const { body } = await world.ben.get('/attachments')
    const names = body.attachments.map((file: { name: string }) => file.name)
    expect(names).toContain('shared.txt')
    expect(names).not.toContain('alone.txt')
  })

  it('an archived stream goes by its setting too, and nobody keeps what was received', async () => {
    const { name, id } = await newStream(['ada', 'ben'])
    const message = await sendToStream(world.ben, name, 'x')
    await setStream(id, 1)
    await world.ada.delete(`/streams/${id}`)
    expect(await readIds(world.ben)).toContain(message)
    world.clock.advance(2 * DAY)
    expect(whoHeard(await witness(world, run))).toEqual(['ada', 'ben'])
    expect(await readIds(world.ben)).not.toContain(message)
  })

  it('many messages go in batches; the newest stay', async () => {
    const { name, id: streamId } = await newStream(['ada'])
    const first = await sendToStream(world.ada, name, 'x')
    await addCopies(world.chat.database, world.demo.realm.id, first, 250)
    world.clock.advance(2 * DAY)
    const young = await sendToStream(world.ada, name, 'x')
    await setStream(streamId, 1)
    const { ada } = await witness(world, run)
    const sizes = ada.map((event) => (event.message_ids as number[]).length)
    expect(sizes).toEqual([100, 100, 51])
    expect(await idsIn(name)).toEqual([young])
  })
})
