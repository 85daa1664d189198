import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { usersTable } from '../../../src/chat/identity/users/users-table.ts'
import { changeRealmSettings } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream, sendPrivately, sendToStream } from './message-requests.ts'

describe.each(engines)('Read receipts on %s', (engine) => {
  let world: World
  let ids: Record<'ada' | 'ben' | 'cleo' | 'gus', number>
  beforeAll(async () => {
    world = await startWorld(engine)
    const { people } = world.demo
    ids = { ada: people.ada.id, ben: people.ben.id, cleo: people.cleo.id, gus: people.gus.id }
  })
  afterAll(() => world.stop())

  const readersOf = async (id: number, client = world.ada) => {
    const { body } = await client.get(`/messages/${id}/read_receipts`)
    expect(body).toEqual({ result: 'success', msg: '', user_ids: expect.any(Array) })
    return body.user_ids
  }
  const read = (client: World['ada'], id: number, op = 'add') =>
    client.post('/messages/flags', { messages: [id], op, flag: 'read' })

  it('who received the message and has read it, never its sender', async () => {
    const id = await sendToStream(world.ada, 'general', 'receipts')
    expect(await readersOf(id)).toEqual([])
    await read(world.cleo, id)
    await read(world.ada, id)
    expect(await readersOf(id)).toEqual([ids.cleo])
    await read(world.ben, id)
    expect(await readersOf(id, world.ben)).toEqual([ids.ben, ids.cleo])
    await read(world.cleo, id, 'remove')
    expect(await readersOf(id)).toEqual([ids.ben])
  })

  it('everything, a stream or a topic was marked as read', async () => {
    const streamId = await makeStream(world.ada, 'marks', ['ada', 'ben', 'cleo'])
    const id = await sendToStream(world.ada, 'marks', 'Receipts')
    const other = await sendToStream(world.ada, 'marks', 'other')
    await world.ben.post('/mark_topic_as_read', { stream_id: streamId, topic_name: 'receipts' })
    expect([await readersOf(id), await readersOf(other)]).toEqual([[ids.ben], []])
    await world.cleo.post('/mark_stream_as_read', { stream_id: streamId })
    expect([await readersOf(id), await readersOf(other)]).toEqual([[ids.ben, ids.cleo], [ids.cleo]])
    await world.ben.post('/mark_all_as_read')
    expect(await readersOf(other)).toEqual([ids.ben, ids.cleo])
    await read(world.ben, other, 'remove')
    expect(await readersOf(other)).toEqual([ids.cleo])
    expect(await readersOf(await sendToStream(world.ada, 'marks', 'Receipts'))).toEqual([])
  })

  it('a private message: its people', async () => {
    const id = await sendPrivately(world.ada, ['ben', 'gus'])
    await read(world.gus, id)
    expect(await readersOf(id)).toEqual([ids.gus])
    await world.ben.post('/mark_all_as_read')
    expect(await readersOf(id, world.gus)).toEqual([ids.ben, ids.gus])
  })

  it('who only looks a message up has not received it', async () => {
    const id = await sendToStream(world.ada, 'test', 'receipts')
    await world.cleo.post('/mark_all_as_read')
    await world.cleo.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    expect(await readersOf(id, world.cleo)).toEqual([])
  })

  it('people who read it and have left since are listed; people who came later are not', async () => {
    await makeStream(world.ada, 'coming and going', ['ada', 'ben'])
    const id = await sendToStream(world.ada, 'coming and going', 'receipts')
    await world.ben.delete('/users/me/subscriptions', { subscriptions: ['coming and going'] })
    await world.cleo.post('/users/me/subscriptions', { subscriptions: [{ name: 'coming and going' }] })
    await world.cleo.post('/mark_all_as_read')
    expect(await readersOf(id)).toEqual([ids.ben])
  })

  it('closed accounts are left out, and those who do not want it to be known', async () => {
    const join = async (name: string) =>
      (await createUser(world.chat, world.demo.realm, { email: `${name}@example.com`, fullName: name })).user
    const [leaver, shy] = [await join('leaver'), await join('shy')]
    const id = await sendToStream(world.ada, 'general', 'receipts')
    await read(world.as(leaver), id)
    await read(world.as(shy), id)
    expect(await readersOf(id)).toEqual([leaver.id, shy.id])
    await deactivateUser(world.chat, leaver)
    expect(await readersOf(id)).toEqual([shy.id])
    await world.chat.transact(world.demo.realm.id, ({ db }) =>
      usersTable.update(
        db,
        { realm_id: world.demo.realm.id, id: shy.id },
        { settings: '{"send_read_receipts":false}' },
      ),
    )
    expect(await readersOf(id)).toEqual([])
  })

  it('of a message that is not there for somebody: Invalid message(s)', async () => {
    const secret = await sendPrivately(world.ada, ['cleo'])
    const behind = await sendToStream(world.cleo, 'leadership', 'receipts')
    const open = await sendToStream(world.ada, 'general', 'receipts')
    expectRefusal(await world.ben.get('/messages/987654/read_receipts'), 'Invalid message(s)')
    expectRefusal(await world.ben.get(`/messages/${secret}/read_receipts`), 'Invalid message(s)')
    expectRefusal(await world.ben.get(`/messages/${behind}/read_receipts`), 'Invalid message(s)')
    expectRefusal(await world.gus.get(`/messages/${open}/read_receipts`), 'Invalid message(s)')
  })

  it('the organization can turn them off', async () => {
    const id = await sendToStream(world.ada, 'general', 'receipts')
    await changeRealmSettings(world, { enable_read_receipts: false })
    expectRefusal(
      await world.ben.get(`/messages/${id}/read_receipts`),
      'Read receipts are disabled in this organization.',
    )
    await changeRealmSettings(world, { enable_read_receipts: true })
    expect(await readersOf(id)).toEqual([])
  })
})
