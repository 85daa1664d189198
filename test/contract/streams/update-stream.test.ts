import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream, readMessages, sendToStream } from '../messages/message-requests.ts'
import { streamIds } from './stream-ids.ts'
import { keepsStateEqual } from './stream-state.ts'

describe.each(engines)('PATCH /streams/{stream_id} on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  let ids: Record<string, number>
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
    ids = await streamIds(world.ada)
  })
  afterAll(() => world.stop())

  const change = (id: number | undefined, args: object, client = world.ada) =>
    client.patch(`/streams/${id}`, { ...args })
  const streamOf = async (id: number | undefined) => (await world.ada.get(`/streams/${id}`)).body.stream
  const refuses = async (id: number | undefined, args: object, msg: string, client = world.ada) => {
    const before = await streamOf(id)
    const ear = await watch(world.ada, ['stream', 'default_streams', 'message'])
    expectRefusal(await change(id, args, client), msg)
    expect(await streamOf(id)).toEqual(before)
    expect(await ear.news()).toEqual([])
  }
  const streamEvents = (events: { type: string }[]) => events.filter(({ type }) => type === 'stream')

  it('new_name | renames, tells who knows it, and leaves a message in the stream', async () => {
    const id = await makeStream(world.ada, 'old name', ['ada', 'ben', 'gus'])
    const earlier = await sendToStream(world.ben, 'old name', 'a topic')
    await world.ben.patch('/users/me/subscriptions/muted_topics', { stream_id: id, topic: 'x', op: 'add' })
    await world.ben.delete('/users/me/subscriptions', { subscriptions: ['old name'] })
    const heard = await keepsStateEqual(world, async () => {
      expect((await change(id, { new_name: 'New name' })).body).toEqual({ result: 'success', msg: '' })
    })
    const renamed = {
      type: 'stream',
      op: 'update',
      property: 'name',
      value: 'New name',
      name: 'old name',
      stream_id: id,
    }
    const address = { ...renamed, property: 'email_address', value: expect.stringMatching(/^new-name\.\w+@/) }
    expect(streamEvents(heard.ada)).toEqual([address, renamed])
    expect(streamEvents(heard.gus)).toEqual([address, renamed])
    // The address is for those whose clients keep it: not for who never was in the stream.
    expect(streamEvents(heard.ben)).toEqual([address, renamed])
    expect(streamEvents(heard.cleo)).toEqual([renamed])
    expect(heard.ben.filter((event) => event.type === 'muted_topics')).toMatchObject([
      { muted_topics: [['New name', 'x', expect.any(Number)]] },
    ])
    const [old, notice] = await readMessages(world.gus, [{ operator: 'stream', operand: 'New name' }])
    expect(old).toMatchObject({ id: earlier, display_recipient: 'New name' })
    expect(notice).toMatchObject({
      subject: 'stream events',
      display_recipient: 'New name',
      sender_full_name: 'Notification Bot',
      content: expect.stringContaining(
        'renamed stream <strong>old name</strong> to <strong>New name</strong>.',
      ),
      flags: [],
    })
    const [, own] = await readMessages(world.ada, [{ operator: 'stream', operand: 'New name' }])
    expect(own).toMatchObject({ id: notice.id, flags: ['read'] })
    await sendToStream(world.ada, 'new NAME', 'a topic')
    expectRefusal(
      await world.ada.get('/get_stream_id', { stream: 'old name' }),
      "Invalid stream name 'old name'",
    )
    await makeStream(world.ada, 'old name', ['ada'])
  })

  it('new_name | another case of the same name is fine, the same name is not', async () => {
    const id = await makeStream(world.ada, 'casing', ['ada'])
    await refuses(id, { new_name: 'casing' }, 'Stream already has that name!')
    expect((await change(id, { new_name: ' Casing ' })).status).toBe(200)
    expect(await streamOf(id)).toMatchObject({ name: 'Casing' })
  })

  it('new_name | a name that is taken, empty or too long is refused', async () => {
    const id = await makeStream(world.ada, 'kept', ['ada'])
    await refuses(id, { new_name: 'LEADERSHIP' }, "Stream name 'LEADERSHIP' is already taken.")
    await refuses(id, { new_name: ' ' }, "Invalid stream name ''")
    await refuses(id, { new_name: 'x'.repeat(61) }, 'Stream name too long (limit: 60 characters).')
    await refuses(id, { new_name: 'a\0b' }, 'new_name must not contain null bytes')
    await refuses(id, { new_name: '"a\\u0000b"' }, 'new_name must not contain null bytes')
    await refuses(id, { new_name: 'line\nfeed' }, "Invalid stream name 'line\nfeed'")
    // One bad argument refuses the good ones, too.
    await refuses(id, { description: 'Better', new_name: 'test' }, "Stream name 'test' is already taken.")
  })

  it('description | plain text or a JSON string; rendered', async () => {
    const id = await makeStream(world.ada, 'described', ['ada', 'gus'])
    const heard = await keepsStateEqual(world, () => change(id, { description: 'Two **bold**\nlines' }))
    const told = {
      type: 'stream',
      op: 'update',
      property: 'description',
      value: 'Two **bold** lines',
      rendered_description: '<p>Two <strong>bold</strong> lines</p>',
      name: 'described',
      stream_id: id,
    }
    for (const name of ['ada', 'ben', 'cleo', 'gus'] as const) expect(heard[name]).toEqual([told])
    await change(id, { description: '"in \\"JSON\\""' })
    expect(await streamOf(id)).toMatchObject({ description: 'in "JSON"' })
    await change(id, { description: 'a "quoted" word' })
    expect(await streamOf(id)).toMatchObject({ description: 'a "quoted" word' })
    await change(id, { description: '' })
    expect(await streamOf(id)).toMatchObject({ description: '', rendered_description: '' })
    const long = 'description is too long (limit: 1024 characters)'
    await refuses(id, { description: 'ü'.repeat(1025) }, long)
  })

  it('is_announcement_only and stream_post_policy | two names of one thing', async () => {
    const id = await makeStream(world.ada, 'posts', ['ada', 'ben'])
    const heard = await keepsStateEqual(world, () => change(id, { stream_post_policy: 2 }))
    expect(heard.cleo).toMatchObject([
      { op: 'update', property: 'stream_post_policy', value: 2, stream_id: id },
      { op: 'update', property: 'is_announcement_only', value: true, stream_id: id },
    ])
    expect(await streamOf(id)).toMatchObject({ is_announcement_only: true, stream_post_policy: 2 })
    const send = { type: 'stream', to: 'posts', topic: 'x', content: 'y' }
    expectRefusal(
      await world.ben.post('/messages', send),
      'Only organization administrators can send to this stream.',
    )
    await keepsStateEqual(world, () => change(id, { is_announcement_only: false }))
    expect(await streamOf(id)).toMatchObject({ is_announcement_only: false, stream_post_policy: 1 })
    expect((await world.ben.post('/messages', send)).status).toBe(200)
    await refuses(id, { stream_post_policy: 3 }, 'Invalid stream_post_policy')
    await refuses(id, { is_announcement_only: 'yes' }, 'Argument "is_announcement_only" is not valid JSON.')
    const both = await change(id, { stream_post_policy: 2, is_announcement_only: false })
    expect(both.body).toMatchObject({
      msg: "Can't decide between 'stream_post_policy' and 'is_announcement_only' arguments",
      code: 'REQUEST_CONFUSING_VAR',
    })
  })

  it('is_default_stream | changes the default streams', async () => {
    const id = await makeStream(world.ada, 'for all', ['ada'])
    const heard = await keepsStateEqual(world, () => change(id, { is_default_stream: true }))
    expect(heard.ben).toMatchObject([
      { type: 'default_streams', default_streams: [{ name: 'for all' }, { name: 'general' }] },
    ])
    expect(heard.gus).toEqual([])
    await keepsStateEqual(world, () =>
      change(id, { description: 'Of a default stream', new_name: 'for most' }),
    )
    await refuses(id, { is_private: true }, 'Default streams cannot be made private.')
    await refuses(ids.leadership, { is_default_stream: true }, 'Private streams cannot be made default.')
    await keepsStateEqual(world, () => change(id, { is_default_stream: false, is_private: true }))
    expect(await streamOf(id)).toMatchObject({ invite_only: true })
  })

  it('nothing asked for, or what is so already: success, and no event', async () => {
    const id = await makeStream(world.ada, 'same', ['ada'])
    const ear = await watch(world.ada, undefined)
    expect((await change(id, {})).status).toBe(200)
    expect((await change(id, { description: '', is_private: false, stream_post_policy: 1 })).status).toBe(200)
    expect(await ear.news()).toEqual([])
  })

  it('only administrators, and only of their own organization', async () => {
    const { ben, gus, echoBot, hookBot } = world
    for (const client of [ben, gus, echoBot]) {
      const answer = await change(ids.test, { new_name: 'mine' }, client)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({
        msg: 'Must be an organization administrator',
        code: 'UNAUTHORIZED_PRINCIPAL',
      })
    }
    expect((await change(ids.test, { new_name: 'mine' }, hookBot)).status).toBe(401)
    expectRefusal(await change(ids.test, { new_name: 'theirs' }, elsewhere.chief), 'Invalid stream id')
    expectRefusal(await change(4321, { new_name: 'nothing' }), 'Invalid stream id')
    expect(await streamOf(ids.test)).toMatchObject({ name: 'test' })
    // The same number is another stream there.
    expect((await change(ids.general, { new_name: 'plaza' }, elsewhere.chief)).status).toBe(200)
    expect(await streamOf(ids.general)).toMatchObject({ name: 'general' })
  })

  it('an administrator who is not in a private stream can rename it, and not open it', async () => {
    await world.ben.post('/users/me/subscriptions', { subscriptions: [{ name: 'den' }], invite_only: true })
    const id = (await streamIds(world.ada)).den
    const heard = await keepsStateEqual(world, () => change(id, { new_name: 'lair', description: 'Dark' }))
    expect(heard.cleo).toEqual([])
    expect(streamEvents(heard.ada)).toMatchObject([{ property: 'description' }, { property: 'name' }])
    await refuses(id, { is_private: false }, 'Invalid stream id')
    await refuses(id, { history_public_to_subscribers: true }, 'Invalid stream id')
  })
})
