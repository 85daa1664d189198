import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal, makeStream, readMessage, sendPrivately, sendToStream } from './message-requests.ts'

describe.each(engines)('Fetch a single message on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  it('the message as in Get messages, and its Markdown', async () => {
    const id = await sendToStream(world.ada, 'general', 'single', '**bold** @**Ben Okri**')
    await world.ben.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    await world.cleo.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
    const { body } = await world.ben.get(`/messages/${id}`)
    expect(body).toEqual({
      result: 'success',
      msg: '',
      raw_content: '**bold** @**Ben Okri**',
      message: await readMessage(world.ben, id),
    })
    expect(body.message).toMatchObject({
      content_type: 'text/html',
      flags: ['starred', 'mentioned'],
      reactions: [{ emoji_name: 'tada' }],
    })
  })

  it('apply_markdown | false: the Markdown there, too', async () => {
    const id = await sendToStream(world.ada, 'general', 'single', '**bold**')
    const { body } = await world.ben.get(`/messages/${id}`, { apply_markdown: false })
    expect(body.message).toMatchObject({ content: '**bold**', content_type: 'text/x-markdown' })
  })

  it.each(['client_avatar', 'client_gravatar'])('%s | no address of a default avatar', async (name) => {
    const id = await sendToStream(world.ada, 'general', 'single')
    expect((await world.ben.get(`/messages/${id}`)).body.message.avatar_url).toContain('/avatars/')
    expect((await world.ben.get(`/messages/${id}`, { [name]: true })).body.message.avatar_url).toBeNull()
  })

  it('flags | read and historical for what is only looked up', async () => {
    const id = await sendToStream(world.ada, 'test', 'single')
    expect((await world.cleo.get(`/messages/${id}`)).body.message.flags).toEqual(['read', 'historical'])
    expect((await world.ben.get(`/messages/${id}`)).body.message.flags).toEqual([])
  })

  it('who cannot read it: the same as none', async () => {
    const secret = await sendPrivately(world.ben, ['cleo'])
    const behind = await sendToStream(world.cleo, 'leadership', 'single')
    const open = await sendToStream(world.ada, 'general', 'single')
    expectRefusal(await world.ben.get('/messages/987654'), 'Invalid message(s)')
    for (const client of [world.ada, world.gus, world.echoBot]) {
      expectRefusal(await client.get(`/messages/${secret}`), 'Invalid message(s)')
    }
    expectRefusal(await world.ben.get(`/messages/${behind}`), 'Invalid message(s)')
    expectRefusal(await world.gus.get(`/messages/${open}`), 'Invalid message(s)')
    expect((await world.echoBot.get(`/messages/${open}`)).status).toBe(200)
  })

  it('who left a private stream: nothing, until they return', async () => {
    await makeStream(world.cleo, 'gone', ['cleo', 'ben'], { invite_only: true })
    const early = await sendToStream(world.cleo, 'gone', 'single')
    await world.ben.delete('/users/me/subscriptions', { subscriptions: ['gone'] })
    const late = await sendToStream(world.cleo, 'gone', 'single')
    for (const id of [early, late])
      expectRefusal(await world.ben.get(`/messages/${id}`), 'Invalid message(s)')
    await world.cleo.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'gone' }],
      principals: ['ben@example.com'],
    })
    expect((await world.ben.get(`/messages/${early}`)).body.message.id).toBe(early)
    expectRefusal(await world.ben.get(`/messages/${late}`), 'Invalid message(s)')
  })

  it('the same number in another organization is another message', async () => {
    const other = await foundOrganization(world, 'single.example.com')
    const theirs = await sendToStream(other.chief, 'general', 'single', 'theirs')
    expect((await other.member.get(`/messages/${theirs}`)).body.raw_content).toBe('theirs')
    const ours = await world.ada.get(`/messages/${theirs}`)
    expect(ours.body.raw_content).not.toBe('theirs')
    const far = await sendToStream(world.ada, 'general', 'single', 'ours')
    expectRefusal(await other.member.get(`/messages/${far}`), 'Invalid message(s)')
  })

  it('message_id | not a number', async () => {
    expectRefusal(await world.ben.get('/messages/seven'), "Bad value for 'message_id': seven", {
      code: 'REQUEST_VARIABLE_INVALID',
      var_name: 'message_id',
      bad_value: 'seven',
    })
  })
})
