import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { changeRealmSettings } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import {
  countMessages,
  expectRefusal,
  makeStream,
  readIds,
  readUnread,
  sendPrivately,
  sendToStream,
} from './message-requests.ts'

const noPermission = "You don't have permission to delete this message"
const unknown = 'Invalid message(s)'

describe.each(engines)('Delete a message on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())
  beforeEach(() =>
    changeRealmSettings(world, { allow_message_deleting: false, message_content_delete_limit_seconds: 600 }),
  )

  const write = () => sendToStream(world.ben, 'general', 'x')
  const allow = async (client: ApiClient, id: number) => {
    const before = await countMessages(world)
    const answer = await client.delete(`/messages/${id}`)
    expect(answer).toMatchObject({ status: 200, body: { result: 'success', msg: '' } })
    expect(await countMessages(world)).toBe(before - 1)
  }
  const refuse = async (client: ApiClient, id: number, msg: string) => {
    const before = await countMessages(world)
    expectRefusal(await client.delete(`/messages/${id}`), msg)
    expect(await countMessages(world)).toBe(before)
  }

  it('Message | existing | DELETE /messages/{message_id} | permanently deleted: gone for everybody', async () => {
    const id = await write()
    await allow(world.ada, id)
    for (const client of [world.ada, world.ben, world.cleo]) {
      expect(await readIds(client, [{ operator: 'stream', operand: 'general' }])).not.toContain(id)
      expectRefusal(await client.get(`/messages/${id}/history`), unknown)
      expectRefusal(await client.patch(`/messages/${id}`, { content: 'x' }), unknown)
    }
  })

  it('deleted | the next message of a stream that had no other is its first', async () => {
    const stream_id = await makeStream(world.ada, 'begins anew', ['ada', 'ben'])
    const first = async () => (await world.ada.get(`/streams/${stream_id}`)).body.stream.first_message_id
    const gone = [
      await sendToStream(world.ada, 'begins anew', 'x'),
      await sendToStream(world.ada, 'begins anew', 'x'),
    ]
    expect(await first()).toBe(gone[0])
    for (const id of gone) await allow(world.ada, id)
    expect(await first()).toBeNull()
    const next = await sendToStream(world.ben, 'begins anew', 'x')
    await sendToStream(world.ben, 'begins anew', 'x')
    expect(await first()).toBe(next)
  })

  it('deleted | is not unread any more, and its topic is gone with its last message', async () => {
    const stream_id = await makeStream(world.ada, 'fleeting', ['ada', 'cleo'])
    const id = await sendToStream(world.ada, 'fleeting', 'gone')
    const groups = async () =>
      (await readUnread(world.cleo)).streams.filter(
        (one: { stream_id: number }) => one.stream_id === stream_id,
      )
    expect(await groups()).toHaveLength(1)
    await allow(world.ada, id)
    expect(await groups()).toEqual([])
    const answer = await world.cleo.post('/mark_topic_as_read', { stream_id, topic_name: 'gone' })
    expectRefusal(answer, "No such topic 'gone'")
  })

  it('deleted | a person who has left a public stream and starred the message learns only that the star is gone', async () => {
    await makeStream(world.ada, 'left behind', ['ada', 'ben', 'cleo'])
    const id = await sendToStream(world.ada, 'left behind', 'x')
    for (const client of [world.ben, world.cleo])
      await client.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    await world.ben.delete('/users/me/subscriptions', { subscriptions: ['left behind'] })
    const types = ['delete_message', 'update_message_flags']
    const ears = [
      await watch(world.ben, types),
      await watch(world.cleo, types),
      await watch(world.gus, types),
    ]
    await allow(world.ada, id)
    const [ben, cleo, gus] = await Promise.all(ears.map((ear) => ear.news()))
    expect(ben).toMatchObject([
      { type: 'update_message_flags', op: 'remove', flag: 'starred', messages: [id] },
    ])
    expect(cleo).toMatchObject([{ type: 'delete_message', message_id: id }])
    expect(gus).toEqual([])
  })

  it('deleted | its id is never used again', async () => {
    const id = await write()
    await allow(world.ada, id)
    expect(await write()).toBeGreaterThan(id)
  })

  it('deleted twice: Invalid message(s)', async () => {
    const id = await write()
    await allow(world.ada, id)
    await refuse(world.ada, id, unknown)
  })

  it('deleted at the same time: once', async () => {
    const id = await write()
    const answers = await Promise.all([1, 2, 3].map(() => world.ada.delete(`/messages/${id}`)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400])
  })

  it('administrator | any accessible message at any time', async () => {
    const [one, other] = [await write(), await write()]
    await allow(world.ada, one)
    world.clock.advance(86_400 * 365)
    await allow(world.ada, other)
  })

  it('administrator | their own private messages, and those they received', async () => {
    await allow(world.ada, await sendPrivately(world.ada, ['ben']))
    await allow(world.ada, await sendPrivately(world.ben, ['ada']))
  })

  it("administrator | others' private message: Invalid message(s)", async () =>
    refuse(world.ada, await sendPrivately(world.ben, ['cleo']), unknown))

  it('administrator | a private stream that they are not in: Invalid message(s)', async () => {
    await makeStream(world.cleo, 'cellar', ['cleo'], { invite_only: true })
    await refuse(world.ada, await sendToStream(world.cleo, 'cellar', 'x'), unknown)
  })

  it('sender | not where the organization does not allow it, which is the default', async () =>
    refuse(world.ben, await write(), noPermission))

  it('sender | where the organization allows it', async () => {
    await changeRealmSettings(world, { allow_message_deleting: true })
    await allow(world.ben, await write())
  })

  it('sender | within the time limit', async () => {
    await changeRealmSettings(world, { allow_message_deleting: true })
    const id = await write()
    world.clock.advance(590)
    await allow(world.ben, id)
  })

  it('sender | not after it: The time limit for deleting this message has passed', async () => {
    await changeRealmSettings(world, { allow_message_deleting: true })
    const id = await write()
    world.clock.advance(601)
    await refuse(world.ben, id, 'The time limit for deleting this message has passed')
  })

  it('sender | the limit 0 means none', async () => {
    await changeRealmSettings(world, {
      allow_message_deleting: true,
      message_content_delete_limit_seconds: 0,
    })
    const id = await write()
    world.clock.advance(86_400 * 365)
    await allow(world.ben, id)
  })

  it("Errors | BAD_REQUEST | Delete message without permission: somebody else's", async () => {
    await refuse(world.cleo, await write(), noPermission)
    await changeRealmSettings(world, { allow_message_deleting: true })
    await refuse(world.cleo, await write(), noPermission)
  })

  it('Errors | BAD_REQUEST | Unknown message in delete | Invalid message(s)', async () => {
    for (const id of [4711, 99999999999, 0, -1]) await refuse(world.ada, id, unknown)
  })

  it('inaccessible is the same as unknown, for everyone', async () => {
    await refuse(world.ben, await sendToStream(world.ada, 'leadership', 'x'), unknown)
    await refuse(world.gus, await write(), unknown)
  })

  it('message_id | not an integer: Bad value', async () => {
    expectRefusal(await world.ada.delete('/messages/last'), "Bad value for 'message_id': last", {
      code: 'REQUEST_VARIABLE_INVALID',
      var_name: 'message_id',
      bad_value: 'last',
    })
  })
})
