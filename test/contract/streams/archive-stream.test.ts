import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream, readIds, readUnread, sendToStream } from '../messages/message-requests.ts'
import { streamIds } from './stream-ids.ts'
import { keepsStateEqual } from './stream-state.ts'

describe.each(engines)('DELETE /streams/{stream_id} on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
  })
  afterAll(() => world.stop())

  const archive = (id: number | undefined, client = world.ada) => client.delete(`/streams/${id}`)
  const gone = (id: number) => ({
    type: 'stream',
    op: 'delete',
    streams: [expect.objectContaining({ stream_id: id })],
  })
  const left = (name: string, id: number) => ({
    type: 'subscription',
    op: 'remove',
    subscriptions: [{ name, stream_id: id }],
  })

  it('a public stream | everybody who knew it hears that it went; unread messages are no more', async () => {
    const id = await makeStream(world.ada, 'market', ['ada', 'ben', 'gus'])
    const message = await sendToStream(world.ada, 'market', 'fish')
    await world.ben.post('/mark_all_as_read')
    const heard = await keepsStateEqual(world, async () => {
      expect((await archive(id)).body).toEqual({ result: 'success', msg: '' })
    })
    expect(heard.ben).toEqual([left('market', id), gone(id)])
    expect(heard.gus).toMatchObject([
      { type: 'update_message_flags', op: 'add', flag: 'read', messages: [message] },
      left('market', id),
      gone(id),
    ])
    expect(heard.cleo).toEqual([gone(id)])
    expect((await readUnread(world.gus)).streams).toEqual([])
    expect(Object.keys(await streamIds(world.ada))).not.toContain('market')
    expectRefusal(await world.ada.get(`/streams/${id}`), 'Invalid stream id')
  })

  it('a private stream | its subscribers and the administrators get an event, nobody else', async () => {
    const id = await makeStream(world.cleo, 'chamber', ['cleo', 'gus'], { invite_only: true })
    const heard = await keepsStateEqual(world, () => archive(id))
    expect(heard.ada).toEqual([gone(id)])
    expect(heard.cleo).toEqual([left('chamber', id), gone(id)])
    expect(heard.gus).toEqual([left('chamber', id), gone(id)])
    expect(heard.ben).toEqual([])
  })

  it('its messages stay with those who received them, and only with them', async () => {
    const id = await makeStream(world.ada, 'library', ['ada', 'ben'])
    const message = await sendToStream(world.ada, 'library', 'books', 'a page')
    await archive(id)
    expect(await readIds(world.ben)).toContain(message)
    expect((await world.ben.get(`/messages/${message}/history`)).status).toBe(200)
    for (const client of [world.cleo, world.gus, world.echoBot]) {
      expect(await readIds(client)).not.toContain(message)
      expectRefusal(await client.get(`/messages/${message}/history`), 'Invalid message(s)')
    }
  })

  it('nobody can write there, join it or change it; the name is free', async () => {
    const id = await makeStream(world.ada, 'ruin', ['ada', 'ben'])
    const old = await sendToStream(world.ada, 'ruin', 'stones')
    await archive(id)
    const send = { type: 'stream', topic: 'x', content: 'y' }
    const byName = await world.ada.post('/messages', { ...send, to: 'ruin' })
    expect(byName.body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream: 'ruin' })
    const byId = await world.ada.post('/messages', { ...send, to: [id] })
    expect(byId.body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream_id: id })
    expectRefusal(await world.ada.patch(`/streams/${id}`, { new_name: 'palace' }), 'Invalid stream id')
    expectRefusal(await archive(id), 'Invalid stream id')
    const again = await makeStream(world.ben, 'ruin', ['ben'])
    expect(again).not.toBe(id)
    expect(await readIds(world.ben, [{ operator: 'stream', operand: 'ruin' }])).not.toContain(old)
  })

  it('a default stream | is none any more', async () => {
    const id = await makeStream(world.ada, 'welcome', ['ada'])
    await world.ada.post('/default_streams', { stream_id: id })
    const heard = await keepsStateEqual(world, () => archive(id))
    expect(heard.ben.map((event) => event.type)).toEqual(['stream', 'default_streams'])
  })

  it('the stream of announcements | there is none any more', async () => {
    const id = await makeStream(world.ada, 'news', ['ada'])
    await world.ada.patch('/realm', { notifications_stream_id: id })
    const ben = await watch(world.ben, ['realm'])
    await archive(id)
    expect(await ben.news()).toMatchObject([{ op: 'update', property: 'notifications_stream_id', value: -1 }])
    const { body } = await world.ben.post('/register', { event_types: ['realm'] })
    expect(body.realm_notifications_stream_id).toBe(-1)
  })

  it('only administrators, and only of their own organization', async () => {
    const id = await makeStream(world.ada, 'fort', ['ada', 'ben'])
    for (const client of [world.ben, world.gus, world.echoBot]) {
      expect((await archive(id, client)).body).toMatchObject({
        msg: 'Must be an organization administrator',
        code: 'UNAUTHORIZED_PRINCIPAL',
      })
    }
    expect((await archive(id, world.hookBot)).status).toBe(401)
    expectRefusal(await archive(id, elsewhere.chief), 'Invalid stream id')
    expect((await world.ben.get(`/streams/${id}`)).status).toBe(200)
    const { general } = await streamIds(world.ada)
    expect((await archive(general, elsewhere.chief)).status).toBe(200)
    expect((await world.ben.get(`/streams/${general}`)).status).toBe(200)
  })

  it('a deactivated subscriber does not come back to it', async () => {
    const id = await makeStream(world.ada, 'attic', ['ada', 'cleo'])
    await deactivateUser(world.chat, world.demo.people.cleo)
    await archive(id)
    const rows = await world.chat.database.read
      .selectFrom('subscriptions')
      .select('active')
      .where('stream_id', '=', id)
      .where('realm_id', '=', world.demo.realm.id)
      .execute()
    expect(rows.map((row) => row.active)).toEqual([0, 0])
  })
})
