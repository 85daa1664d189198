import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, readMessage, sendPrivately, sendToStream } from './message-requests.ts'
import { whoHeard, witness } from './witnesses.ts'

const path = '/submessage'

describe.each(engines)('Submessages on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const content = '{"type":"vote","key":"1,1","vote":1}'
  const add = (client: World['ada'], message_id: number, args: Arguments = {}) =>
    client.post(path, { message_id, msg_type: 'widget', content, ...args })
  const of = async (id: number) => (await readMessage(world.ada, id)).submessages

  it.each([
    [
      '/poll Lunch?\nPizza\n * Soup \n\n- Salad',
      { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['Pizza', 'Soup', 'Salad'] } },
    ],
    ['/poll', { widget_type: 'poll', extra_data: { question: '', options: [] } }],
    [
      '/todo Party\nDrinks: cold: very\nMusic',
      {
        widget_type: 'todo',
        extra_data: {
          task_list_title: 'Party',
          tasks: [
            { task: 'Drinks', desc: 'cold: very' },
            { task: 'Music', desc: '' },
          ],
        },
      },
    ],
  ])('%s | opens it, and takes what readers add', async (text, widget) => {
    let id = 0
    const heard = await witness(world, async () => {
      id = await sendToStream(world.ada, 'general', 'poll', text)
    })
    const [first] = await of(id)
    expect(first).toMatchObject({ message_id: id, sender_id: world.demo.people.ada.id, msg_type: 'widget' })
    expect(JSON.parse(first.content)).toEqual(widget)
    expect(heard.ben).toMatchObject([{ message: { id, submessages: [first] } }])
    expect((await add(world.ben, id)).status).toBe(200)
  })

  it.each(['/polling', ' /poll x', 'x\n/poll', '/todo: x'])('%j is a text like any other', async (text) => {
    expect(await of(await sendToStream(world.ada, 'general', 'poll', text))).toEqual([])
  })

  it('the message carries them in their order, with every field', async () => {
    const id = await sendToStream(world.ada, 'general', 'poll')
    expect((await add(world.ada, id, { content: '{"widget_type":"poll"}' })).body).toEqual({
      result: 'success',
      msg: '',
    })
    await add(world.ben, id)
    const { ada, ben } = world.demo.people
    const [first, second] = await of(id)
    expect(first).toEqual({
      id: expect.any(Number),
      message_id: id,
      sender_id: ada.id,
      msg_type: 'widget',
      content: '{"widget_type":"poll"}',
    })
    expect(second).toMatchObject({ sender_id: ben.id, content })
    expect(second.id).toBeGreaterThan(first.id)
  })

  it('event submessage: to everyone who gets changes of the message', async () => {
    const id = await sendToStream(world.ada, 'test', 'poll')
    const heard = await witness(world, () => add(world.ada, id), { event_types: ['submessage', 'message'] })
    const [{ id: submessageId }] = await of(id)
    expect(heard.ben).toEqual([
      {
        type: 'submessage',
        message_id: id,
        submessage_id: submessageId,
        sender_id: world.demo.people.ada.id,
        msg_type: 'widget',
        content,
        id: expect.any(Number),
      },
    ])
    expect(whoHeard(heard)).toEqual(['ada', 'ben'])
  })

  it('the first one is by the author of the message', async () => {
    const id = await sendToStream(world.ada, 'general', 'poll')
    expectRefusal(await add(world.ben, id), 'You cannot attach a submessage to this message.')
    expect(await of(id)).toEqual([])
    await add(world.ada, id)
    expect((await add(world.ben, id)).status).toBe(200)
  })

  it('of a message that is not there for somebody: Invalid message(s)', async () => {
    const secret = await sendPrivately(world.ada, ['cleo'])
    await add(world.ada, secret)
    for (const client of [world.ben, world.gus, world.echoBot]) {
      expectRefusal(await add(client, secret), 'Invalid message(s)')
    }
    expectRefusal(await add(world.ada, 987_654), 'Invalid message(s)')
    expect(await of(secret)).toHaveLength(1)
    expect((await add(world.cleo, secret)).status).toBe(200)
  })

  it('errors name what is wrong, and nothing is stored', async () => {
    const id = await sendToStream(world.ada, 'general', 'poll')
    expectRefusal(await add(world.ada, id, { content: '{poll' }), 'Invalid json for submessage')
    expectRefusal(await add(world.ada, id, { msg_type: 'other' }), "Invalid msg_type 'other'")
    const long = JSON.stringify('a'.repeat(10_000))
    expectRefusal(await add(world.ada, id, { content: long }), 'content is too long (limit: 10000 bytes)')
    expectRefusal(await world.ada.post(path, { message_id: 'x' }), 'Argument "message_id" is not valid JSON.')
    for (const name of ['message_id', 'msg_type', 'content']) {
      const rest = { code: 'REQUEST_VARIABLE_MISSING', var_name: name }
      expectRefusal(await add(world.ada, id, { [name]: undefined }), `Missing '${name}' argument`, rest)
    }
    expect(await of(id)).toEqual([])
  })

  it('they are gone with the message', async () => {
    const id = await sendToStream(world.ada, 'general', 'poll')
    await add(world.ada, id)
    await world.ada.delete(`/messages/${id}`)
    const rows = await world.chat.database.read
      .selectFrom('submessages')
      .selectAll()
      .where('message_id', '=', id)
      .execute()
    expect(rows).toEqual([])
  })
})
