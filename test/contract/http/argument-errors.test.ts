import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Argument errors on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  type Verb = 'GET' | 'POST' | 'PATCH' | 'DELETE'
  const refuses = async (verb: Verb, path: string, args: Arguments, body: object) => {
    const answer = await world.ben.call(verb, path, args)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ result: 'error', ...body })
  }
  const message = { type: 'stream', to: 'test', topic: 'x', content: 'x' }
  const mute = '/users/me/subscriptions/muted_topics'

  it.each<[Verb, string, Arguments, string]>([
    ['POST', '/messages', { ...message, content: undefined }, 'content'],
    ['POST', '/messages', { ...message, type: undefined }, 'type'],
    ['GET', '/messages', { anchor: 0, num_after: 1 }, 'num_before'],
    ['POST', '/mark_stream_as_read', {}, 'stream_id'],
    ['POST', '/users/me/subscriptions', {}, 'subscriptions'],
    ['DELETE', '/events', {}, 'queue_id'],
    ['POST', '/dev_fetch_api_key', {}, 'username'],
  ])('required arg absent | %s %s %o: Missing argument %s', async (verb, path, args, name) => {
    await refuses(verb, path, args, {
      msg: `Missing '${name}' argument`,
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: name,
    })
  })

  it.each<[string, string, Arguments, string, string]>([
    ['GET', '/messages', { anchor: 'foo', num_before: 0, num_after: 0 }, 'anchor', 'foo'],
    ['GET', '/messages', { anchor: 0, num_before: '-1', num_after: 0 }, 'num_before', '-1'],
    ['GET', '/messages', { anchor: 0, num_before: 0, num_after: '1.5' }, 'num_after', '1.5'],
    ['GET', '/events', { queue_id: 'q', last_event_id: 'x' }, 'last_event_id', 'x'],
  ])('converter failed | %s %s %o: Bad value for %s: %s', async (_verb, path, args, name, value) => {
    await refuses('GET', path, args, {
      msg: `Bad value for '${name}': ${value}`,
      code: 'REQUEST_VARIABLE_INVALID',
      var_name: name,
      bad_value: value,
    })
  })

  it.each([' -1 ', '-1', ' -1'])(
    'converter | int as Python reads it: last_event_id=%j is fine',
    async (text) => {
      const { body } = await world.ben.post('/register', { event_types: [] })
      const answer = await world.ben.get('/events', {
        queue_id: body.queue_id,
        last_event_id: text,
        dont_block: true,
      })
      expect(answer.status).toBe(200)
    },
  )

  it('converter | int as Python reads it: num_before=" 5 " and num_after="+5" are fine', async () => {
    const answer = await world.ben.get('/messages', { anchor: '0', num_before: ' 5 ', num_after: '+5' })
    expect(answer.status).toBe(200)
  })

  it.each<[Verb, string, Arguments, string]>([
    ['GET', '/streams', { include_public: 'True' }, 'include_public'],
    ['GET', '/streams', { include_public: 'yes' }, 'include_public'],
    ['GET', '/streams', { include_public: '' }, 'include_public'],
    ['POST', '/register', { event_types: 'message,pointer' }, 'event_types'],
    ['POST', '/users/me/subscriptions', { subscriptions: '[{name: "x"}]' }, 'subscriptions'],
    ['PATCH', mute, { stream_id: 'x', topic: 'x', op: 'add' }, 'stream_id'],
  ])('JSON arg unparsable | %s %s %o', async (verb, path, args, name) => {
    await refuses(verb, path, args, { msg: `Argument "${name}" is not valid JSON.`, code: 'BAD_REQUEST' })
  })

  it.each<[Verb, string, Arguments, string]>([
    ['PATCH', mute, { stream_id: '1.5', topic: 'x', op: 'add' }, 'stream_id is not an integer'],
    ['PATCH', mute, { stream_id: '"1"', topic: 'x', op: 'add' }, 'stream_id is not an integer'],
    ['PATCH', mute, { stream_id: 'null', topic: 'x', op: 'add' }, 'stream_id is not an integer'],
    ['GET', '/streams', { include_public: '1' }, 'include_public is not a boolean'],
    ['GET', '/streams', { include_public: 'null' }, 'include_public is not a boolean'],
    ['DELETE', '/users/me/subscriptions', { subscriptions: '{}' }, 'subscriptions is not a list'],
    ['DELETE', '/users/me/subscriptions', { subscriptions: '["a", 3]' }, 'subscriptions[1] is not a string'],
    ['POST', '/users/me/subscriptions', { subscriptions: '["a"]' }, 'subscriptions[0] is not a dict'],
    [
      'POST',
      '/users/me/subscriptions',
      { subscriptions: '[{}]' },
      'name key is missing from subscriptions[0]',
    ],
    [
      'POST',
      '/users/me/subscriptions',
      { subscriptions: [{ name: 'n', a: 1, b: 2 }] },
      'Unexpected arguments: a, b',
    ],
    [
      'POST',
      '/users/me/subscriptions',
      { subscriptions: [{ name: 'n', description: 'x'.repeat(1025) }] },
      'subscriptions[0]["description"] is too long (limit: 1024 characters)',
    ],
    [
      'POST',
      '/users/me/subscriptions',
      { subscriptions: [{ name: 'n', color: '#12345' }] },
      'subscriptions[0]["color"] is not a valid hex color code',
    ],
  ])('validator | %s %s %o: %s', async (verb, path, args, msg) => {
    await refuses(verb, path, args, { msg, code: 'BAD_REQUEST' })
  })

  it("both alias names sent (topic+subject): Can't decide", async () => {
    await refuses(
      'POST',
      '/messages',
      { ...message, subject: 'y' },
      {
        msg: "Can't decide between 'topic' and 'subject' arguments",
        code: 'REQUEST_CONFUSING_VAR',
        var_name1: 'topic',
        var_name2: 'subject',
      },
    )
  })

  it.each<[Verb, string, Arguments]>([
    ['PATCH', mute, { stream: 'te\0st', topic: 'x', op: 'add' }],
    ['PATCH', mute, { stream: 'test', topic: 'x\0y', op: 'remove' }],
    ['DELETE', '/events', { queue_id: 'a\0b' }],
    ['GET', '/events', { queue_id: 'a\0b', last_event_id: -1 }],
    ['DELETE', '/users/me/subscriptions', { subscriptions: ['a\0b'] }],
    ['POST', '/users/me/alert_words', { alert_words: ['a\0b'] }],
    ['POST', '/dev_fetch_api_key', { username: 'a\0b@example.com' }],
  ])('a NUL, which no engine should see | %s %s %o: 400', async (verb, path, args) => {
    const answer = await world.ben.call(verb, path, args)
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('BAD_REQUEST')
    expect(answer.body.msg).toContain('null bytes')
  })

  it.each([2 ** 31, 2 ** 53 - 1, -1, 0])('an id that nothing has, %i: 400, not 500', async (id) => {
    await refuses(
      'PATCH',
      mute,
      { stream_id: id, topic: 'x', op: 'add' },
      {
        msg: 'Invalid stream id',
        code: 'BAD_REQUEST',
      },
    )
  })

  it('an integer that does not fit: 400, not 500', async () => {
    await refuses(
      'PATCH',
      mute,
      { stream_id: '1e300', topic: 'x', op: 'add' },
      {
        msg: 'stream_id is not an integer',
        code: 'BAD_REQUEST',
      },
    )
  })
})
