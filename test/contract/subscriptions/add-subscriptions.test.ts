import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Add subscriptions on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const path = '/users/me/subscriptions'
  const add = (name: string, rest: object = {}) =>
    world.ben.post(path, { subscriptions: [{ name }], ...rest })
  const streamNamed = async (name: string) => {
    const { body } = await world.ada.get('/streams', { include_all_active: true })
    return body.streams.find((stream: { name: string }) => stream.name === name)
  }
  const subscribersOf = async (client: World['ada'], name: string) => {
    const { body } = await client.get(path, { include_subscribers: true })
    return body.subscriptions.find((one: { name: string }) => one.name === name)?.subscribers
  }

  describe('parameter subscriptions', () => {
    it('subscriptions | yes: missing is an error that names it', async () => {
      const answer = await world.ben.post(path)
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({
        result: 'error',
        msg: "Missing 'subscriptions' argument",
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'subscriptions',
      })
    })

    it('subscriptions | each object has name: a nonexistent stream is created', async () => {
      expect(await streamNamed('canoes')).toBeUndefined()
      const answer = await add('canoes')
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        result: 'success',
        msg: '',
        subscribed: { 'ben@example.com': ['canoes'] },
        already_subscribed: {},
      })
      expect(await streamNamed('canoes')).toMatchObject({ name: 'canoes', description: '' })
    })

    it('subscriptions | optional description: given to the stream that is created', async () => {
      await world.ben.post(path, {
        subscriptions: [{ name: 'kayaks', description: 'Narrow\n and **fast**' }],
      })
      expect(await streamNamed('kayaks')).toMatchObject({
        description: 'Narrow and **fast**',
        rendered_description: '<p>Narrow and <strong>fast</strong></p>',
      })
    })

    it('subscriptions | the description of a stream that exists stays', async () => {
      await world.ada.post(path, { subscriptions: [{ name: 'test', description: 'Something else' }] })
      expect(await streamNamed('test')).toMatchObject({ description: 'For trying things out.' })
    })

    it('subscriptions | several streams, existing and new, in one call', async () => {
      const answer = await world.cleo.post(path, {
        subscriptions: [{ name: 'test' }, { name: 'rafts' }, { name: 'general' }],
      })
      expect(answer.body.subscribed).toEqual({ 'cleo@example.com': ['test', 'rafts'] })
      expect(answer.body.already_subscribed).toEqual({ 'cleo@example.com': ['general'] })
    })

    it('subscriptions | optional color: becomes the color of the subscription', async () => {
      await world.ben.post(path, { subscriptions: [{ name: 'painted', color: '#AB12CD' }] })
      const { body } = await world.ben.get(path)
      expect(body.subscriptions.find((one: { name: string }) => one.name === 'painted').color).toBe('#ab12cd')
    })

    it('subscriptions | the same stream twice in one call is one stream', async () => {
      const answer = await world.ben.post(path, {
        subscriptions: [{ name: 'twins' }, { name: ' TWINS ' }],
      })
      expect(answer.body.subscribed).toEqual({ 'ben@example.com': ['twins'] })
    })

    it('subscriptions | names compare case-insensitively and without blanks around them', async () => {
      await add('Rowing Club')
      const answer = await world.cleo.post(path, { subscriptions: [{ name: '  rowing CLUB ' }] })
      expect(answer.body.subscribed).toEqual({ 'cleo@example.com': ['Rowing Club'] })
    })

    it('subscriptions | a name of 60 characters (code points) is accepted', async () => {
      const name = '🛶'.repeat(60)
      const answer = await add(name)
      expect(answer.body.subscribed).toEqual({ 'ben@example.com': [name] })
    })
  })

  describe('parameter invite_only', () => {
    it('invite_only | default false: the stream is public', async () => {
      await add('open water')
      expect(await streamNamed('open water')).toMatchObject({ invite_only: false })
    })

    it('invite_only | true: the stream is private', async () => {
      await add('hidden cove', { invite_only: true })
      expect(await streamNamed('hidden cove')).toMatchObject({ invite_only: true })
      const seen = await world.cleo.get('/streams')
      expect(seen.body.streams.map((one: { name: string }) => one.name)).not.toContain('hidden cove')
    })

    it('invite_only | applies to streams created: an existing stream stays public', async () => {
      await add('test', { invite_only: true })
      expect(await streamNamed('test')).toMatchObject({ invite_only: false })
    })
  })

  describe('parameter principals', () => {
    it('principals | default []: the requester is subscribed', async () => {
      const answer = await add('solo')
      expect(answer.body.subscribed).toEqual({ 'ben@example.com': ['solo'] })
      expect(await subscribersOf(world.ben, 'solo')).toEqual(['ben@example.com'])
    })

    it('principals | an empty list: the requester is subscribed', async () => {
      const answer = await add('solo again', { principals: [] })
      expect(answer.body.subscribed).toEqual({ 'ben@example.com': ['solo again'] })
    })

    it('principals | emails of users to subscribe: they are, and the requester is not', async () => {
      const answer = await add('crew', { principals: ['cleo@example.com', 'Gus@Example.com'] })
      expect(answer.body.subscribed).toEqual({ 'cleo@example.com': ['crew'], 'gus@example.com': ['crew'] })
      expect(await subscribersOf(world.cleo, 'crew')).toEqual(['cleo@example.com', 'gus@example.com'])
      expect(await subscribersOf(world.ben, 'crew')).toBeUndefined()
    })

    it('principals | some subscribed already: each email is in the right map', async () => {
      await add('mixed')
      const answer = await add('mixed', { principals: ['ben@example.com', 'cleo@example.com'] })
      expect(answer.body.subscribed).toEqual({ 'cleo@example.com': ['mixed'] })
      expect(answer.body.already_subscribed).toEqual({ 'ben@example.com': ['mixed'] })
    })

    it('principals | ids are accepted as well', async () => {
      const { cleo } = world.demo.people
      const answer = await add('by id', { principals: [cleo.id] })
      expect(answer.body.subscribed).toEqual({ 'cleo@example.com': ['by id'] })
    })

    it('principals | a bot can be subscribed', async () => {
      const answer = await add('bots too', { principals: ['echo-bot@example.com'] })
      expect(answer.body.subscribed).toEqual({ 'echo-bot@example.com': ['bots too'] })
    })
  })

  describe('parameter history_public_to_subscribers', () => {
    it.each([
      { inviteOnly: false, given: undefined, stored: true },
      { inviteOnly: false, given: false, stored: true },
      { inviteOnly: true, given: undefined, stored: false },
      { inviteOnly: true, given: null, stored: false },
      { inviteOnly: true, given: false, stored: false },
      { inviteOnly: true, given: true, stored: true },
    ])(
      'history_public_to_subscribers | $given with invite_only $inviteOnly: $stored',
      async ({ inviteOnly, given, stored }) => {
        const name = `history ${inviteOnly} ${given}`
        await add(name, { invite_only: inviteOnly, history_public_to_subscribers: given })
        expect(await streamNamed(name)).toMatchObject({ history_public_to_subscribers: stored })
      },
    )

    it('history_public_to_subscribers | true: a new member reads what came before, false: does not', async () => {
      for (const [name, open] of [
        ['long memory', true],
        ['short memory', false],
      ] as const) {
        await add(name, { invite_only: true, history_public_to_subscribers: open })
        await world.ben.post('/messages', { type: 'stream', to: name, topic: 'past', content: 'before' })
        await add(name, { principals: ['cleo@example.com'] })
        const { body } = await world.cleo.get('/messages', {
          anchor: 'newest',
          num_before: 10,
          num_after: 0,
          narrow: [{ operator: 'stream', operand: name }],
        })
        expect(body.messages.map((one: { subject: string }) => one.subject)).toEqual(open ? ['past'] : [])
      }
    })
  })

  describe('parameter is_announcement_only', () => {
    it('is_announcement_only | default false: members can post', async () => {
      await world.ada.post(path, { subscriptions: [{ name: 'loud' }] })
      expect(await streamNamed('loud')).toMatchObject({ is_announcement_only: false })
      const sent = await world.ben.post('/messages', { type: 'stream', to: 'loud', topic: 'x', content: 'x' })
      expect(sent.status).toBe(200)
    })

    it('is_announcement_only | true: only organization admins can post', async () => {
      await world.ada.post(path, { subscriptions: [{ name: 'quiet' }], is_announcement_only: true })
      expect(await streamNamed('quiet')).toMatchObject({ is_announcement_only: true })
      const post = { type: 'stream', to: 'quiet', topic: 'x', content: 'x' }
      expect((await world.ben.post('/messages', post)).status).toBe(400)
      expect((await world.ada.post('/messages', post)).status).toBe(200)
    })
  })
})
