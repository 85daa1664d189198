import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream } from '../messages/message-requests.ts'
import { keepsStateEqual } from '../streams/stream-state.ts'

describe.each(engines)('PATCH /users/me/subscriptions on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const path = '/users/me/subscriptions'
  const subscribed = async (client: World['ada']) =>
    (await client.get(path)).body.subscriptions.map((one: { name: string }) => one.name)
  const refuses = async (args: object, check: (answer: Answer) => void, client = world.ben) => {
    const before = await subscribed(client)
    const ear = await watch(client, undefined)
    check(await client.patch(path, { ...args }))
    expect(await subscribed(client)).toEqual(before)
    expect(await ear.news()).toEqual([])
  }

  it('add and delete | joins, creates and leaves in one step; the answer tells both', async () => {
    await makeStream(world.ada, 'harbor', ['ada'])
    await makeStream(world.ada, 'pier', ['ada', 'ben'])
    const heard = await keepsStateEqual(world, async () => {
      const answer = await world.ben.patch(path, {
        add: [{ name: 'Harbor', color: '#AABBCC' }, { name: 'quay', description: 'New' }, { name: 'test' }],
        delete: ['pier'],
      })
      expect(answer.body).toEqual({
        result: 'success',
        msg: '',
        subscribed: { 'ben@example.com': ['harbor', 'quay'] },
        already_subscribed: { 'ben@example.com': ['test'] },
        removed: ['pier'],
        not_removed: [],
      })
    })
    const kinds = heard.ben.filter((event) => event.type === 'subscription').map((event) => event.op)
    expect(kinds).toEqual(['add', 'add', 'remove'])
    const mine = (await world.ben.get(path)).body.subscriptions
    expect(mine).toContainEqual(expect.objectContaining({ name: 'harbor', color: '#aabbcc' }))
    expect(mine).toContainEqual(expect.objectContaining({ name: 'quay', description: 'New' }))
    expect(await subscribed(world.ben)).not.toContain('pier')
  })

  it('only one of them | the other half of the answer is empty', async () => {
    const added = await world.cleo.patch(path, { add: [{ name: 'random' }] })
    expect(added.body).toMatchObject({
      subscribed: { 'cleo@example.com': ['random'] },
      already_subscribed: {},
      removed: [],
      not_removed: [],
    })
    const removed = await world.cleo.patch(path, { delete: ['random', 'test'] })
    expect(removed.body).toMatchObject({ subscribed: {}, removed: ['random'], not_removed: ['test'] })
  })

  it('a request with neither is refused: Nothing to do', async () => {
    const msg = 'Nothing to do. Specify at least one of "add" or "delete".'
    await refuses({}, (answer) => expectRefusal(answer, msg))
    await refuses({ add: [], delete: [] }, (answer) => expectRefusal(answer, msg))
  })

  it('one that cannot be done: nothing is done', async () => {
    await refuses({ add: [{ name: 'made up' }], delete: ['nowhere'] }, (answer) =>
      expect(answer.body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream: 'nowhere' }),
    )
    expectRefusal(
      await world.ada.get('/get_stream_id', { stream: 'made up' }),
      "Invalid stream name 'made up'",
    )
    await refuses({ add: [{ name: 'leadership' }], delete: ['test'] }, (answer) =>
      expect(answer.body).toEqual({
        result: 'error',
        msg: 'Unable to access stream (leadership).',
        code: 'BAD_REQUEST',
      }),
    )
    await refuses({ delete: ['leadership'] }, (answer) =>
      expect(answer.body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' }),
    )
  })

  it('malformed arguments are refused, and say what is wrong', async () => {
    const refused = (args: object, msg: string) => refuses(args, (answer) => expectRefusal(answer, msg))
    await refused({ add: 'x' }, 'Argument "add" is not valid JSON.')
    await refused({ add: {} }, 'add is not a list')
    await refused({ add: [{}] }, 'name key is missing from add[0]')
    await refused({ add: [{ name: 'x', colour: 'red' }] }, 'Unexpected arguments: colour')
    await refused({ add: [{ name: 'x', color: 'red' }] }, 'add[0]["color"] is not a valid hex color code')
    await refused({ delete: [7] }, 'delete[0] is not a string')
  })

  it('a guest can leave and not join; a bot can do both, an incoming webhook bot neither', async () => {
    await makeStream(world.ada, 'lobby', ['ada', 'gus'])
    await refuses(
      { add: [{ name: 'test' }] },
      (answer) => expectRefusal(answer, 'Not allowed for guest users'),
      world.gus,
    )
    expect((await world.gus.patch(path, { delete: ['lobby'] })).body.removed).toEqual(['lobby'])
    expect((await world.echoBot.patch(path, { add: [{ name: 'test' }] })).status).toBe(200)
    expect((await world.hookBot.patch(path, { add: [{ name: 'test' }] })).status).toBe(401)
  })
})
