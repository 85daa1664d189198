import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, ApiClient, Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Get all streams on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
    await foundOrganization(world, 'apart.example.com')
  })
  afterAll(() => world.stop())

  const streams = async (client: ApiClient, args: Arguments = {}): Promise<Answer['body'][]> => {
    const { status, body } = await client.get('/streams', args)
    expect(status).toBe(200)
    return body.streams
  }
  const names = async (client: ApiClient, args: Arguments = {}) =>
    (await streams(client, args)).map((stream) => stream.name)
  const named = async (client: ApiClient, name: string) =>
    (await streams(client)).find((stream) => stream.name === name)
  const nothing = { include_public: false, include_subscribed: false }

  it('Response: streams, msg, result; sorted by name', async () => {
    const { body } = await world.ada.get('/streams')
    expect(Object.keys(body).sort()).toEqual(['msg', 'result', 'streams'])
    expect(body.streams.map((stream: { name: string }) => stream.name)).toEqual([
      'announcements',
      'general',
      'leadership',
      'random',
      'test',
    ])
  })

  it('Stream | stream_id | integer, one per stream', async () => {
    const ids = (await streams(world.ada)).map((stream) => stream.stream_id)
    for (const id of ids) expect(Number.isInteger(id)).toBe(true)
    expect(new Set(ids).size).toBe(5)
  })

  it('Stream | name | string, as it was written', async () => {
    await world.ben.post('/users/me/subscriptions', { subscriptions: [{ name: 'CamelCase Stream' }] })
    expect(await names(world.ben)).toContain('CamelCase Stream')
  })

  it('Stream | description | string', async () => {
    expect(await named(world.ada, 'random')).toMatchObject({
      description: 'Off topic.',
      rendered_description: '<p>Off topic.</p>',
    })
  })

  it('Stream | invite_only | true: private stream, false: public', async () => {
    expect(await named(world.ada, 'leadership')).toMatchObject({ invite_only: true })
    expect(await named(world.ada, 'random')).toMatchObject({ invite_only: false })
  })

  it('Stream | also is_announcement_only, history_public_to_subscribers, first_message_id', async () => {
    expect(await named(world.ada, 'announcements')).toMatchObject({
      is_announcement_only: true,
      history_public_to_subscribers: true,
      first_message_id: null,
    })
    expect(await named(world.ada, 'leadership')).toMatchObject({
      is_announcement_only: false,
      history_public_to_subscribers: false,
    })
    const sent = await world.ada.post('/messages', {
      type: 'stream',
      to: 'announcements',
      topic: 'first',
      content: 'of all',
    })
    expect(await named(world.ada, 'announcements')).toMatchObject({ first_message_id: sent.body.id })
  })

  it('include_public | default true: all public streams', async () => {
    expect(await names(world.cleo)).toEqual(expect.arrayContaining(['random', 'test']))
  })

  it('include_public | true: all public streams, also without the subscribed ones', async () => {
    const shown = await names(world.cleo, { include_public: true, include_subscribed: false })
    expect(shown).toEqual(expect.arrayContaining(['announcements', 'general', 'random', 'test']))
    expect(shown).not.toContain('leadership')
  })

  it('include_public | false: only what else was asked for', async () => {
    expect(await names(world.cleo, { include_public: false })).toEqual([
      'announcements',
      'general',
      'leadership',
    ])
  })

  it('include_subscribed | default true: streams the user is subscribed to, private ones too', async () => {
    expect(await names(world.cleo)).toContain('leadership')
  })

  it('include_subscribed | true: a private stream of the user is included', async () => {
    expect(await names(world.cleo, { include_subscribed: true })).toContain('leadership')
  })

  it('include_subscribed | false: a private stream is left out', async () => {
    expect(await names(world.cleo, { include_subscribed: false })).not.toContain('leadership')
    expect(await names(world.cleo, nothing)).toEqual([])
  })

  it('include_all_active | default false: an administrator does not see private streams of others', async () => {
    await world.ben.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'bens den' }],
      invite_only: true,
    })
    expect(await names(world.ada)).not.toContain('bens den')
    expect(await names(world.ada, { include_all_active: false })).not.toContain('bens den')
    expect(await names(world.ben)).toContain('bens den')
  })

  it('include_all_active | true: all active streams', async () => {
    await world.ben.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'bens den' }],
      invite_only: true,
    })
    const shown = await names(world.ada, { ...nothing, include_all_active: true })
    expect(shown).toEqual(expect.arrayContaining(['bens den', 'leadership', 'random', 'test', 'general']))
  })

  it.each(['ben', 'gus', 'echoBot'] as const)(
    "include_all_active | administrators only: %s gets BAD_REQUEST 'User not authorized for this query'",
    async (who) => {
      const answer = await world[who].get('/streams', { include_all_active: true })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({
        result: 'error',
        msg: 'User not authorized for this query',
        code: 'BAD_REQUEST',
      })
    },
  )

  it('include_default | default false: is_default is absent', async () => {
    for (const stream of await streams(world.ada)) expect(stream).not.toHaveProperty('is_default')
    for (const stream of await streams(world.ada, { include_default: false })) {
      expect(stream).not.toHaveProperty('is_default')
    }
  })

  it('include_default | true: default streams of the organization, and says which they are', async () => {
    expect(await streams(world.ben, { ...nothing, include_default: true })).toMatchObject([
      { name: 'general', is_default: true },
    ])
    const all = await streams(world.ben, { include_default: true })
    expect(all.filter((stream) => stream.is_default).map((stream) => stream.name)).toEqual(['general'])
  })

  it('include_owner_subscribed | default false: a bot does not see private streams of its owner', async () => {
    await world.ben.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'bens study' }],
      invite_only: true,
    })
    expect(await names(world.echoBot)).not.toContain('bens study')
    expect(await names(world.echoBot, { ...nothing, include_owner_subscribed: false })).toEqual([])
  })

  it('include_owner_subscribed | true, for a bot: streams its owner is subscribed to', async () => {
    await world.ben.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'bens study' }],
      invite_only: true,
    })
    const shown = await names(world.echoBot, { ...nothing, include_owner_subscribed: true })
    expect(shown).toEqual(await names(world.ben, { include_public: false }))
    expect(shown).toContain('bens study')
  })

  it('include_owner_subscribed | true, for a person: nothing more', async () => {
    expect(await names(world.ben, { ...nothing, include_owner_subscribed: true })).toEqual([])
  })

  it.each([
    'include_public',
    'include_subscribed',
    'include_all_active',
    'include_default',
    'include_owner_subscribed',
  ])('%s | not a boolean: an error', async (name) => {
    const number = await world.ada.get('/streams', { [name]: '1' })
    expect(number.status).toBe(400)
    expect(number.body).toEqual({ result: 'error', msg: `${name} is not a boolean`, code: 'BAD_REQUEST' })
    const word = await world.ada.get('/streams', { [name]: 'True' })
    expect(word.status).toBe(400)
    expect(word.body).toEqual({
      result: 'error',
      msg: `Argument "${name}" is not valid JSON.`,
      code: 'BAD_REQUEST',
    })
  })

  it('private streams are hidden from those who are not in them', async () => {
    expect(await names(world.ben)).not.toContain('leadership')
  })

  it('a guest sees only the streams that they are subscribed to', async () => {
    expect(await names(world.gus, { include_default: true })).toEqual([])
    await world.ben.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'guest room' }],
      principals: ['gus@example.com'],
    })
    expect(await names(world.gus, { include_default: true })).toEqual(['guest room'])
  })

  it('streams that nobody is subscribed to are not listed', async () => {
    await world.ben.post('/users/me/subscriptions', { subscriptions: [{ name: 'abandoned' }] })
    expect(await names(world.ada)).toContain('abandoned')
    await world.ben.delete('/users/me/subscriptions', { subscriptions: ['abandoned'] })
    expect(await names(world.ada)).not.toContain('abandoned')
  })
})
