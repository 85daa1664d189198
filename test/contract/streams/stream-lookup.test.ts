import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import type { Answer } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { streamIds } from './stream-ids.ts'

describe.each(engines)('Looking up streams on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  let ids: Record<string, number>
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
    ids = await streamIds(world.ada)
  })
  afterAll(() => world.stop())

  const refused = (answer: Answer, msg: string) => {
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' })
  }
  const webhookRefusal = { status: 401, body: { msg: 'This API is not available to incoming webhook bots.' } }

  it('GET /get_stream_id | by name, in any case, with or without blanks around it', async () => {
    const { body } = await world.cleo.get('/get_stream_id', { stream: ' TEST ' })
    expect(body).toEqual({ result: 'success', msg: '', stream_id: ids.test })
    expect((await world.cleo.get('/get_stream_id', { stream: 'leadership' })).body.stream_id).toBe(
      ids.leadership,
    )
    expect((await world.echoBot.get('/get_stream_id', { stream: 'test' })).body.stream_id).toBe(ids.test)
  })

  it("GET /get_stream_id | Invalid stream name 'x' for what is not there or out of sight", async () => {
    refused(await world.ada.get('/get_stream_id', { stream: 'nowhere' }), "Invalid stream name 'nowhere'")
    refused(
      await world.ben.get('/get_stream_id', { stream: 'leadership' }),
      "Invalid stream name 'leadership'",
    )
    refused(await world.gus.get('/get_stream_id', { stream: 'test' }), "Invalid stream name 'test'")
    refused(await elsewhere.chief.get('/get_stream_id', { stream: 'test' }), "Invalid stream name 'test'")
    expect(await world.hookBot.get('/get_stream_id', { stream: 'test' })).toMatchObject(webhookRefusal)
    expect((await world.ada.get('/get_stream_id')).body).toEqual({
      result: 'error',
      msg: "Missing 'stream' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'stream',
    })
  })

  it('GET /streams/{stream_id} | all fields', async () => {
    const { body } = await world.cleo.get(`/streams/${ids.leadership}`)
    expect(body).toEqual({
      result: 'success',
      msg: '',
      stream: {
        stream_id: ids.leadership,
        name: 'leadership',
        description: 'Behind closed doors.',
        rendered_description: '<p>Behind closed doors.</p>',
        invite_only: true,
        is_web_public: false,
        is_announcement_only: false,
        stream_post_policy: 1,
        history_public_to_subscribers: false,
        first_message_id: null,
        message_retention_days: null,
        stream_weekly_traffic: null,
        is_old_stream: false,
        folder_id: null,
        date_created: expect.any(Number),
      },
    })
    expect((await world.ben.get(`/streams/${ids.announcements}`)).body.stream).toMatchObject({
      is_announcement_only: true,
      stream_post_policy: 2,
    })
  })

  it('GET /streams/{stream_id} | an administrator knows private streams that they are not in', async () => {
    await world.ben.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'bens cave' }],
      invite_only: true,
    })
    const id = (await world.ben.get('/get_stream_id', { stream: 'bens cave' })).body.stream_id
    expect((await world.ada.get(`/streams/${id}`)).body.stream).toMatchObject({ name: 'bens cave' })
    expect((await world.ada.get(`/streams/${id}/members`)).body.subscribers).toEqual([
      world.demo.people.ben.email,
    ])
    refused(await world.cleo.get(`/streams/${id}`), 'Invalid stream id')
  })

  it('GET /streams/{stream_id}, /members | Invalid stream id for what is not there or out of sight', async () => {
    for (const rest of ['', '/members']) {
      refused(await world.ada.get(`/streams/4321${rest}`), 'Invalid stream id')
      refused(await world.ben.get(`/streams/${ids.leadership}${rest}`), 'Invalid stream id')
      refused(await world.gus.get(`/streams/${ids.test}${rest}`), 'Invalid stream id')
      expect(await world.hookBot.get(`/streams/${ids.test}${rest}`)).toMatchObject(webhookRefusal)
      expect((await world.ada.get(`/streams/some${rest}`)).body).toMatchObject({
        code: 'REQUEST_VARIABLE_INVALID',
        var_name: 'stream_id',
      })
    }
  })

  it('GET /streams/{stream_id} | the same number in another organization is another stream', async () => {
    const general = (await elsewhere.chief.get('/get_stream_id', { stream: 'general' })).body.stream_id
    expect(general).toBe(ids.general)
    const { body } = await elsewhere.chief.get(`/streams/${general}/members`)
    expect(body.subscribers).toEqual([elsewhere.people.chief.email, elsewhere.people.member.email].sort())
    refused(await elsewhere.chief.get(`/streams/${ids.leadership}`), 'Invalid stream id')
  })

  it('GET /streams/{stream_id}/members | addresses of active subscribers, for those in it also when private', async () => {
    const { ada, ben, cleo } = world.demo.people
    const { body } = await world.cleo.get(`/streams/${ids.test}/members`)
    expect(body).toEqual({ result: 'success', msg: '', subscribers: [ada.email, ben.email] })
    expect((await world.cleo.get(`/streams/${ids.leadership}/members`)).body.subscribers).toEqual([
      ada.email,
      cleo.email,
    ])
    await world.ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'test' }],
      principals: ['gus@example.com'],
    })
    expect((await world.gus.get(`/streams/${ids.test}/members`)).body.subscribers).toContain(
      world.demo.people.gus.email,
    )
    await world.ada.delete('/users/me/subscriptions', {
      subscriptions: ['test'],
      principals: ['gus@example.com'],
    })
    refused(await world.gus.get(`/streams/${ids.test}/members`), 'Invalid stream id')
  })

  it('GET /users/{user_id}/subscriptions/{stream_id} | is_subscribed', async () => {
    const { ben, cleo, ada } = world.demo.people
    const of = async (userId: number, streamId: number | undefined, client = world.ben) =>
      client.get(`/users/${userId}/subscriptions/${streamId}`)
    expect((await of(ben.id, ids.test)).body).toEqual({ result: 'success', msg: '', is_subscribed: true })
    expect((await of(cleo.id, ids.test)).body.is_subscribed).toBe(false)
    expect((await of(cleo.id, ids.leadership, world.ada)).body.is_subscribed).toBe(true)
    refused(await of(ada.id, ids.leadership), 'Invalid stream id')
    refused(await of(ben.id, ids.test, world.gus), 'Invalid stream id')
    refused(await of(ben.id, 4321), 'Invalid stream id')
    refused(await of(4321, ids.test), 'No such user')
    expect(await of(ben.id, ids.test, world.hookBot)).toMatchObject(webhookRefusal)
  })

  it('GET /users/{user_id}/channels | the streams of a user that the caller may see', async () => {
    const { ada, cleo } = world.demo.people
    const of = async (userId: number, client: World['ada']) => client.get(`/users/${userId}/channels`)
    const known = async (userId: number, client: World['ada']) =>
      (await of(userId, client)).body.subscribed_channel_ids
    const open = [ids.general!, ids.announcements!].sort((one, other) => one - other)
    const all = [...open, ids.leadership!].sort((one, other) => one - other)
    expect((await of(cleo.id, world.cleo)).body).toEqual({
      result: 'success',
      msg: '',
      subscribed_channel_ids: all,
    })
    expect(await known(cleo.id, world.ada)).toEqual(all)
    expect(await known(cleo.id, world.ben)).toEqual(open)
    expect(await known(cleo.id, world.gus)).toEqual([])
    expect(await known(ada.id, world.cleo)).toContain(ids.leadership)
    refused(await of(4321, world.ben), 'No such user')
    expect(await of(cleo.id, world.hookBot)).toMatchObject(webhookRefusal)
    await world.cleo.delete('/users/me/subscriptions', { subscriptions: ['leadership'] })
    expect(await known(ada.id, world.cleo)).not.toContain(ids.leadership)
  })

  it('a deactivated person is no subscriber', async () => {
    await world.ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'random' }],
      principals: ['ada@example.com', 'cleo@example.com'],
    })
    const { ada, ben, cleo } = world.demo.people
    await deactivateUser(world.chat, cleo)
    expect((await world.ada.get(`/streams/${ids.random}/members`)).body.subscribers).toEqual([
      ada.email,
      ben.email,
    ])
    refused(await world.ada.get(`/users/${cleo.id}/subscriptions/${ids.random}`), 'User is deactivated')
    refused(await world.ada.get(`/users/${cleo.id}/channels`), 'User is deactivated')
    expect((await world.cleo.get('/get_stream_id', { stream: 'random' })).status).toBe(401)
  })
})
