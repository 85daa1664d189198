import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

/** Names that mean something to JavaScript, to SQL, or to both engines' patterns and searches. */
const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  "'; drop table messages; --",
  "' or '1'='1",
  '" or ""="',
  '\\',
  '%',
  '_',
  '$1',
  '?1',
  ':name',
  "x' union select content from messages --",
  '{{7*7}}',
]

describe.each(engines)('Names that could mean something else, on %s', (engine) => {
  let world: World
  let count = 0
  beforeAll(async () => {
    world = await startWorld(engine)
    await world.ada.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'secret' }],
      invite_only: true,
    })
    await world.ada.post('/messages', { type: 'stream', to: 'secret', topic: 'x', content: 'classified' })
  })
  afterAll(() => world.stop())

  const history = async (narrow: object[]) =>
    world.ben.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0, narrow })

  it.each(names)('%j is a topic, a stream, a draft, a key and a word like any other', async (name) => {
    count += 1
    const stream = `${name} ${count}`
    const made = await world.ben.post('/users/me/subscriptions', { subscriptions: [{ name: stream }] })
    expect(made.body.subscribed['ben@example.com']).toEqual([stream])
    const content = `says ${name} ${count}`
    expect(
      (await world.ben.post('/messages', { type: 'stream', to: stream, topic: name, content })).status,
    ).toBe(200)
    const found = await history([
      { operator: 'stream', operand: stream },
      { operator: 'topic', operand: name },
    ])
    expect(found.body.messages).toMatchObject([{ subject: name, display_recipient: stream }])

    const values = JSON.parse(`{${JSON.stringify(name)}: "kept"}`)
    expect((await world.echoBot.put('/bot_storage', { storage: values })).status).toBe(200)
    const kept = (await world.echoBot.get('/bot_storage', { keys: [name] })).body.storage
    expect(Object.entries(kept)).toEqual([[name, 'kept']])

    expect((await world.ben.post('/users/me/alert_words', { alert_words: [name] })).status).toBe(200)
    expect(({} as Record<string, unknown>).kept).toBeUndefined()
  })

  it.each(names)('%j in any narrow shows nothing that was not to be seen', async (name) => {
    for (const operator of [
      'stream',
      'topic',
      'sender',
      'search',
      'pm-with',
      'group-pm-with',
      'id',
      'is',
      'has',
    ]) {
      const { status, body } = await history([{ operator, operand: name }])
      expect([200, 400]).toContain(status)
      expect(JSON.stringify(body)).not.toMatch(/classified/)
    }
    expect((await world.ada.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).status).toBe(
      200,
    )
  })

  it.each([
    '{"__proto__": {"type": "stream", "to": "test", "topic": "polluted", "content": "polluted"}}',
    '{"constructor": {"prototype": {"type": "stream", "to": "test", "topic": "polluted", "content": "x"}}}',
    '{"type": "stream", "to": "test", "topic": "polluted", "__proto__": {"content": "polluted"}}',
  ])('the body %s gives nobody arguments', async (payload) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await world.ben.raw({ method: 'POST', url: '/messages', payload, headers })
    expect(answer.status).toBe(400)
    expect(({} as Record<string, unknown>).content).toBeUndefined()
    expect((await history([{ operator: 'topic', operand: 'polluted' }])).body.messages).toEqual([])
  })

  it.each(['__proto__[content]=x', 'constructor.prototype.content=x', '__proto__=x', 'a[__proto__][b]=c'])(
    'the form %s gives nobody arguments',
    async (form) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const payload = `type=stream&to=test&topic=polluted&${form}`
      expect(
        (await world.ben.raw({ method: 'POST', url: '/messages', payload, headers })).body,
      ).toMatchObject({
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'content',
      })
      expect((await world.ben.raw({ method: 'GET', url: `/users/me?${form}` })).status).toBe(200)
      expect(({} as Record<string, unknown>).content).toBeUndefined()
    },
  )
})
