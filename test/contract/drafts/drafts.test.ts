import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { usersTable } from '../../../src/chat/identity/users/users-table.ts'
import type { Answer, Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream } from '../messages/message-requests.ts'

const path = '/drafts'

describe.each(engines)('Drafts on %s', (engine) => {
  let world: World
  let streamId: number
  let people = 0
  beforeAll(async () => {
    world = await startWorld(engine)
    streamId = await makeStream(world.ada, 'drafted')
  })
  afterAll(() => world.stop())

  /** Somebody without drafts. */
  const newcomer = async () => {
    people += 1
    const who = { email: `writer${people}@example.com`, fullName: `Writer ${people}` }
    return world.as((await createUser(world.chat, world.demo.realm, who)).user)
  }
  const draft = (rest: Arguments = {}) => ({
    type: 'stream',
    to: [streamId],
    topic: 'lunch',
    content: 'Pizza?',
    timestamp: 1_595_479_019,
    ...rest,
  })
  const draftsOf = async (client: World['ada']) => (await client.get(path)).body.drafts
  const initial = async (client: World['ada']) =>
    (await client.post('/register', { event_types: ['drafts'] })).body.drafts
  const isMissing = (answer: Answer) => {
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual({ result: 'error', msg: 'Draft does not exist', code: 'BAD_REQUEST' })
  }

  it('POST and GET | kept with every field, oldest edit first', async () => {
    const writer = await newcomer()
    const ben = world.demo.people.ben.id
    const { body } = await writer.post(path, {
      drafts: [
        draft({ timestamp: 300 }),
        draft({ type: 'private', to: [ben], topic: 'ignored', content: 'Hi', timestamp: 100 }),
        draft({ type: '', to: [], topic: '', content: 'somewhere', timestamp: 200 }),
      ],
    })
    expect(body).toEqual({ result: 'success', msg: '', ids: expect.any(Array) })
    const [first, second, third] = body.ids
    const drafts = [
      { id: second, type: 'private', to: [ben], topic: '', content: 'Hi', timestamp: 100 },
      { id: third, type: '', to: [], topic: '', content: 'somewhere', timestamp: 200 },
      { id: first, ...draft({ timestamp: 300 }) },
    ]
    expect((await writer.get(path)).body).toEqual({ result: 'success', msg: '', count: 3, drafts })
    expect(await initial(writer)).toEqual(drafts)
  })

  it('timestamp | now where it is left out; parts of a second do not count', async () => {
    const writer = await newcomer()
    await writer.post(path, { drafts: [draft({ timestamp: undefined }), draft({ timestamp: 5.75 })] })
    const [early, late] = await draftsOf(writer)
    expect(early.timestamp).toBe(5)
    expect(Math.abs(world.clock.now() / 1000 - late.timestamp)).toBeLessThan(60)
  })

  it('topic | may be empty while it is written; a long one is cut', async () => {
    const writer = await newcomer()
    await writer.post(path, { drafts: [draft({ topic: ' ' }), draft({ topic: 'a'.repeat(61) })] })
    const topics = (await draftsOf(writer)).map((one: { topic: string }) => one.topic)
    expect(topics).toEqual(['', `${'a'.repeat(57)}...`])
  })

  it('PATCH | the whole draft anew', async () => {
    const writer = await newcomer()
    const { ids } = (await writer.post(path, { drafts: [draft()] })).body
    const changed = draft({ content: 'Soup?', topic: 'dinner', timestamp: 1_595_479_020 })
    expect((await writer.patch(`/drafts/${ids[0]}`, { draft: changed })).body).toEqual({
      result: 'success',
      msg: '',
    })
    expect(await draftsOf(writer)).toEqual([{ id: ids[0], ...changed }])
  })

  it('DELETE | gone, and then it does not exist', async () => {
    const writer = await newcomer()
    const { ids } = (await writer.post(path, { drafts: [draft(), draft()] })).body
    expect((await writer.delete(`/drafts/${ids[0]}`)).body).toEqual({ result: 'success', msg: '' })
    expect((await draftsOf(writer)).map((one: { id: number }) => one.id)).toEqual([ids[1]])
    isMissing(await writer.delete(`/drafts/${ids[0]}`))
  })

  it('those of others are not there, in this organization and in another', async () => {
    const [writer, reader] = [await newcomer(), await newcomer()]
    const { ids } = (await writer.post(path, { drafts: [draft()] })).body
    const other = await foundOrganization(world, 'drafts.example.com')
    const own = { draft: draft({ type: '', to: [] }) }
    for (const client of [reader, world.ada, world.gus, other.chief]) {
      expect(await draftsOf(client)).toEqual([])
      expect(await initial(client)).toEqual([])
      isMissing(await client.patch(`/drafts/${ids[0]}`, own))
      isMissing(await client.delete(`/drafts/${ids[0]}`))
    }
    expect(await draftsOf(writer)).toHaveLength(1)
  })

  it('event drafts: add, update and remove, to the writer and to nobody else', async () => {
    const writer = await newcomer()
    const [own, ada] = [await watch(writer, ['drafts']), await watch(world.ada, ['drafts'])]
    const { ids } = (await writer.post(path, { drafts: [draft(), draft({ content: 'b' })] })).body
    await writer.patch(`/drafts/${ids[0]}`, { draft: draft({ content: 'c' }) })
    await writer.delete(`/drafts/${ids[1]}`)
    const event = { type: 'drafts', id: expect.any(Number) }
    expect(await own.news()).toEqual([
      {
        ...event,
        op: 'add',
        drafts: [
          { id: ids[0], ...draft() },
          { id: ids[1], ...draft({ content: 'b' }) },
        ],
      },
      { ...event, op: 'update', draft: { id: ids[0], ...draft({ content: 'c' }) } },
      { ...event, op: 'remove', draft_id: ids[1] },
    ])
    expect(await ada.news()).toEqual([])
    expect(await initial(writer)).toEqual([{ id: ids[0], ...draft({ content: 'c' }) }])
  })

  it('one invalid draft: none is stored, no event is sent', async () => {
    const writer = await newcomer()
    const own = await watch(writer, ['drafts'])
    const { ids } = (await writer.post(path, { drafts: [draft()] })).body
    await own.news()
    const refuses = async (rest: Arguments, msg: string) => {
      const added = await writer.post(path, { drafts: [draft(), draft(rest)] })
      expectRefusal(added, msg.replace('@', 'drafts[1]'))
      const changed = await writer.patch(`/drafts/${ids[0]}`, { draft: draft(rest) })
      expectRefusal(changed, msg.replace('@', 'draft'))
    }
    await refuses({ type: 'letter' }, 'Invalid @["type"]')
    await refuses({ to: ['ben'] }, '@["to"][0] is not an integer')
    await refuses({ topic: 7 }, '@["topic"] is not a string')
    await refuses({ content: undefined }, 'content key is missing from @')
    await refuses({ content: ' ' }, 'Message must not be empty')
    await refuses({ content: 'a'.repeat(10_001) }, 'Message is too long (limit: 10000 bytes)')
    await refuses({ timestamp: -1 }, 'Timestamp must not be negative.')
    await refuses({ timestamp: 'now' }, 'timestamp is not an integer')
    await refuses({ timestamp: 1e18 }, 'timestamp is too large')
    await refuses({ to: [] }, 'Must specify exactly 1 stream ID for stream messages')
    await refuses({ to: [streamId, 4321] }, 'Must specify exactly 1 stream ID for stream messages')
    await refuses({ to: [4321] }, 'Invalid stream id')
    await refuses({ type: 'private', to: [4321] }, 'Invalid user ID 4321')
    expectRefusal(await writer.post(path, { drafts: 'x' }), 'Argument "drafts" is not valid JSON.')
    expectRefusal(await writer.post(path), "Missing 'drafts' argument", {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'drafts',
    })
    expect(await draftsOf(writer)).toEqual([{ id: ids[0], ...draft() }])
    expect(await own.news()).toEqual([])
  })

  it('a stream that the writer cannot read: Invalid stream id', async () => {
    const hidden = await makeStream(world.cleo, 'hidden draft', ['cleo'], { invite_only: true })
    expectRefusal(await world.ben.post(path, { drafts: [draft({ to: [hidden] })] }), 'Invalid stream id')
    expectRefusal(await world.gus.post(path, { drafts: [draft()] }), 'Invalid stream id')
  })

  it('there is room for 500', async () => {
    const writer = await newcomer()
    const many = Array.from({ length: 499 }, () => draft({ type: '', to: [], topic: '' }))
    expect((await writer.post(path, { drafts: many })).body.ids).toHaveLength(499)
    expectRefusal(await writer.post(path, { drafts: [draft(), draft()] }), 'Too many drafts (limit: 500)')
    expect((await writer.post(path, { drafts: [draft()] })).status).toBe(200)
    expect(await draftsOf(writer)).toHaveLength(500)
  })

  it('who does not synchronize drafts has none', async () => {
    const who = { email: 'local@example.com', fullName: 'Local' }
    const { user } = await createUser(world.chat, world.demo.realm, who)
    await world.chat.transact(user.realm_id, ({ db }) =>
      usersTable.update(db, user, { settings: '{"enable_drafts_synchronization":false}' }),
    )
    const off = 'User has disabled synchronizing drafts.'
    expectRefusal(await world.as(user).get(path), off)
    expectRefusal(await world.as(user).post(path, { drafts: [] }), off)
    expect(await initial(world.as(user))).toEqual([])
  })
})
