import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { formOf } from '../../harness/form-of.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Bots: change, deactivate, keys, on %s', (engine) => {
  let world: World
  let other: Organization
  let count = 0
  let id: number
  beforeAll(async () => {
    world = await startWorld(engine)
    other = await foundOrganization(world, 'rafts.example.com')
  })
  beforeEach(async () => {
    count += 1
    const { body } = await world.ben.post('/bots', {
      full_name: `Robot ${count}`,
      short_name: `robot${count}`,
      bot_type: 3,
      payload_url: 'http://127.0.0.1:9/',
    })
    id = body.user_id
  })
  afterAll(() => world.stop())

  const email = () => `robot${count}-bot@chat.example.com`
  const bots = async (client: ApiClient) =>
    (await client.post('/register', { fetch_event_types: ['realm_bot'], event_types: [] })).body.realm_bots
  const bot = async (client = world.ada) =>
    (await bots(client)).find((one: { user_id: number }) => one.user_id === id)
  const refused = async (args: object, msg: string, client = world.ben) => {
    const before = await bot()
    const watching = await watch(world.ada, ['realm_bot', 'realm_user'])
    const answer = await client.patch(`/bots/${id}`, { ...args })
    expect(answer).toMatchObject({ status: 400, body: { result: 'error', msg, code: 'BAD_REQUEST' } })
    expect(await bot()).toEqual(before)
    expect(await watching.news()).toEqual([])
  }

  it('everything at once: the answer, the events to those who may see them, the state after', async () => {
    const types = ['realm_bot', 'realm_user']
    const [ben, ada, cleo] = await Promise.all(
      [world.ben, world.ada, world.cleo].map((one) => watch(one, types)),
    )
    const known = await bot(world.ben)
    const { body, status } = await world.ben.patch(`/bots/${id}`, {
      full_name: `Zorro ${count}`,
      service_payload_url: '"http://127.0.0.1:10/new"',
      service_interface: 2,
      default_sending_stream: 'test',
      default_events_register_stream: 'random',
      default_all_public_streams: true,
    })
    expect(status).toBe(200)
    const services = [{ base_url: 'http://127.0.0.1:10/new', interface: 2, token: known.services[0].token }]
    expect(body).toEqual({
      result: 'success',
      msg: '',
      user_id: id,
      full_name: `Zorro ${count}`,
      avatar_url: expect.stringContaining('/Z'),
      bot_owner: 'ben@example.com',
      default_sending_stream: 'test',
      default_events_register_stream: 'random',
      default_all_public_streams: true,
      services,
    })
    const events = await ben!.news()
    const state = { ...known }
    for (const event of events) if (event.type === 'realm_bot') Object.assign(state, event.bot)
    expect(state).toEqual(await bot(world.ben))
    expect(events.filter((one) => one.type === 'realm_bot').map((one) => one.op)).toEqual(
      Array(6).fill('update'),
    )
    // Administrators get the same without the token, which is for the owner.
    const withoutTokens = JSON.parse(
      JSON.stringify(events).replaceAll(`,"token":"${services[0]!.token}"`, ''),
    )
    expect(await ada!.news()).toEqual(withoutTokens)
    const seen = await cleo!.news()
    expect(seen).toMatchObject([
      { type: 'realm_user', op: 'update', person: { user_id: id, full_name: `Zorro ${count}` } },
      { type: 'realm_user', op: 'update', person: { user_id: id, avatar_url: body.avatar_url } },
    ])
    const { members } = (await world.cleo.get('/users')).body
    expect(members.find((one: { user_id: number }) => one.user_id === id)).toMatchObject({
      full_name: `Zorro ${count}`,
      avatar_url: body.avatar_url,
    })
  })

  it('an empty name of a stream takes the default away; the rest stays', async () => {
    await world.ben.patch(`/bots/${id}`, { default_sending_stream: 'test', default_all_public_streams: true })
    expect((await world.ada.patch(`/bots/${id}`, { default_sending_stream: '' })).body.msg).toBe(
      'Only the owner of a bot may set it up',
    )
    const { body } = await world.ben.patch(`/bots/${id}`, { default_sending_stream: '' })
    expect(body).toMatchObject({ default_sending_stream: null, default_all_public_streams: true })
  })

  it('a new owner: taken from the old, given to the new, told to the administrators, as register then says', async () => {
    const types = ['realm_bot', 'realm_user']
    const [ben, ada, cleo, gus] = await Promise.all(
      [world.ben, world.ada, world.cleo, world.gus].map((one) => watch(one, types)),
    )
    const { body } = await world.ada.patch(`/bots/${id}`, { bot_owner_id: world.demo.people.cleo.id })
    expect(body.bot_owner).toBe('cleo@example.com')
    const person = {
      type: 'realm_user',
      op: 'update',
      person: { user_id: id, bot_owner_id: world.demo.people.cleo.id },
    }
    expect(await ben!.news()).toMatchObject([
      { type: 'realm_bot', op: 'delete', bot: { user_id: id } },
      person,
    ])
    const [added, ...rest] = await cleo!.news()
    expect(added).toMatchObject({ type: 'realm_bot', op: 'add' })
    expect(rest).toMatchObject([person])
    expect(added.bot).toEqual(await bot(world.cleo))
    expect(await ada!.news()).toMatchObject([
      {
        type: 'realm_bot',
        op: 'update',
        bot: {
          user_id: id,
          owner_id: world.demo.people.cleo.id,
          owner: 'cleo@example.com',
        },
      },
      person,
    ])
    expect(await bot(world.ada)).not.toHaveProperty('api_key')
    expect(await gus!.news()).toMatchObject([person])
    expect(await bot(world.ben)).toBeUndefined()
    expect((await world.ben.get(`/bots/${id}/api_key`)).body.msg).toBe('Insufficient permission')
    expect((await world.cleo.get('/bots')).body.bots).toMatchObject([{ user_id: id }])
  })

  it.each([
    [() => ({ bot_owner_id: 4321 }), 'Failed to change owner, no such user'],
    [
      () => ({ bot_owner_id: world.demo.bots.echoBot.id }),
      "Failed to change owner, bots can't own other bots",
    ],
    [() => ({ bot_owner_id: world.demo.people.gus.id }), "Failed to change owner, guests can't own bots"],
    [() => ({ bot_owner_id: '"x"' }), 'bot_owner_id is not an integer'],
    [() => ({ full_name: 'Echo Bot' }), 'Name is already in use!'],
    [() => ({ full_name: '' }), "Name can't be empty!"],
    [() => ({ service_payload_url: 'x' }), 'service_payload_url is not a URL'],
    [() => ({ service_interface: 5 }), 'Invalid interface type'],
    [() => ({ default_sending_stream: 'nowhere' }), "Invalid stream name 'nowhere'"],
  ])('refused: %s', async (args, msg) => {
    const isOwners = Object.keys(args())[0] !== 'bot_owner_id'
    const rest = isOwners ? { default_all_public_streams: true } : { full_name: 'Anything' }
    await refused({ ...rest, ...args() }, msg, isOwners ? world.ben : world.ada)
  })

  it('refused: a default stream that the caller cannot see', () =>
    refused({ default_sending_stream: 'leadership' }, "Invalid stream name 'leadership'"))

  it('a deactivated person cannot become the owner', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: `gone${count}@example.com`,
      fullName: 'Gone',
    })
    await deactivateUser(world.chat, user)
    await refused({ bot_owner_id: user.id }, 'Failed to change owner, user is deactivated', world.ada)
  })

  it('a new key: the old one stops working, and its keepers get an event', async () => {
    const before = await world.ben.get(`/bots/${id}/api_key`)
    const [ben, cleo] = await Promise.all([world.ben, world.cleo].map((one) => watch(one, ['realm_bot'])))
    const { body, status } = await world.ben.post(`/bots/${id}/api_key/regenerate`)
    expect(status).toBe(200)
    expect(body.api_key).not.toBe(before.body.api_key)
    const as = (key: string) => new ApiClient(world.app, { email: email(), key }).get('/users/me')
    expect((await as(before.body.api_key)).status).toBe(401)
    expect((await as(body.api_key)).status).toBe(200)
    expect((await world.ada.get(`/bots/${id}/api_key`)).body.msg).toBe('Insufficient permission')
    expect(await ben!.news()).toMatchObject([{ op: 'update', bot: { user_id: id, api_key: body.api_key } }])
    expect(await cleo!.news()).toEqual([])
  })

  it('deactivated: its key stops working, an event is sent, and a second time changes nothing', async () => {
    const { body } = await world.ben.get(`/bots/${id}/api_key`)
    const [ben, cleo] = await Promise.all(
      [world.ben, world.cleo].map((one) => watch(one, ['realm_bot', 'realm_user'])),
    )
    expect(await world.ben.delete(`/bots/${id}`)).toMatchObject({
      status: 200,
      body: { result: 'success', msg: '' },
    })
    const client = new ApiClient(world.app, { email: email(), key: body.api_key })
    expect((await client.get('/users/me')).body.msg).toBe('Account is deactivated')
    const person = { type: 'realm_user', op: 'remove', person: { user_id: id } }
    expect(await ben!.news()).toMatchObject([
      person,
      { type: 'realm_bot', op: 'remove', bot: { user_id: id, full_name: `Robot ${count}` } },
    ])
    expect(await cleo!.news()).toMatchObject([person])
    expect((await bot()).is_active).toBe(false)
    expect(
      (await world.ben.get('/bots')).body.bots.map((one: { user_id: number }) => one.user_id),
    ).not.toContain(id)
    expect((await world.ada.delete(`/bots/${id}`)).status).toBe(200)
    expect(await ben!.news()).toEqual([])
  })

  it('who may not: everybody but the owner and the administrators; people are no bots; other organizations', async () => {
    const tries = async (client: ApiClient, target: number) =>
      Promise.all([
        client.patch(`/bots/${target}`, { full_name: 'Mine' }),
        client.delete(`/bots/${target}`),
        client.get(`/bots/${target}/api_key`),
        client.post(`/bots/${target}/api_key/regenerate`),
        client.get(`/bots/${target}/webhook_secret`),
      ])
    const before = await bot()
    const all = async (client: ApiClient, target: number, msg: string, status = 400) => {
      for (const answer of await tries(client, target))
        expect(answer).toMatchObject({ status, body: { msg } })
    }
    await all(world.cleo, id, 'Insufficient permission')
    await all(world.echoBot, id, 'Insufficient permission')
    await all(world.gus, id, 'Not allowed for guest users')
    await all(world.nobody, id, 'Not logged in: API authentication or user session required', 401)
    await all(other.chief, id, 'No such bot')
    await all(world.ada, 4321, 'No such bot')
    await all(world.ada, world.demo.people.ben.id, 'No such bot')
    await all(world.ada, 1, 'No such bot')
    expect(await bot()).toEqual(before)
  })

  it("a picture that comes along is the bot's; one that cannot be read refuses the whole call", async () => {
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const names = { full_name: `Painter ${count}`, short_name: `painter${count}` }
    const picture = { bytes, name: 'face.png' }
    const noPicture = { bytes: Buffer.from('no picture'), name: 'face.png' }
    const before = (await world.ben.get('/bots')).body
    expect((await world.ben.upload('/bots', { ...names, file: noPicture })).body.result).toBe('error')
    expect((await world.ben.upload('/bots', { ...names, file: picture, second: picture })).body.msg).toBe(
      'You may only upload one file at a time',
    )
    expect((await world.ben.get('/bots')).body).toEqual(before)
    const made = await world.ben.upload('/bots', { ...names, file: picture })
    expect(made.body.avatar_url).toContain('/user_avatars/')
    const { bots: now } = (await world.ben.get('/bots')).body
    expect(now.at(-1)).toMatchObject({ user_id: made.body.user_id, avatar_url: made.body.avatar_url })
    const { body: payload, headers } = await formOf({ full_name: 'Sitter', file: picture })
    const changed = await world.ben.raw({ method: 'PATCH', url: `/bots/${id}`, payload, headers })
    expect(changed.body).toMatchObject({
      full_name: 'Sitter',
      avatar_url: expect.stringContaining('/user_avatars/'),
    })
    expect((await bot()).avatar_url).toBe(changed.body.avatar_url)
  })

  it('an outgoing webhook bot that was made without an address gets one; other kinds of bots do not', async () => {
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: `late${count}@example.com`,
      fullName: `Late ${count}`,
      bot: { type: 3, owner: world.demo.people.ben },
    })
    const url = 'http://127.0.0.1:9/late'
    const late = await world.ben.patch(`/bots/${user.id}`, { service_payload_url: url })
    expect(late.body.services).toMatchObject([{ base_url: url, interface: 1 }])
    const echo = await world.ben.patch(`/bots/${world.demo.bots.echoBot.id}`, { service_payload_url: url })
    expect(echo.body.services).toEqual([])
  })

  it('a bot without an outgoing webhook has no secret', async () => {
    const answer = await world.ben.get(`/bots/${world.demo.bots.echoBot.id}/webhook_secret`)
    expect(answer).toMatchObject({ status: 400, body: { msg: 'This bot has no outgoing webhook' } })
  })
})
