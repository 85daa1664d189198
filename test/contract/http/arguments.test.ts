import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encode } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

describe.each(engines)('Where arguments come from on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const path = '/users/me/subscriptions'
  const authorization = () => {
    const { email, key } = world.ben.credentials!
    return { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` }
  }
  const subscribed = (name: string) => ({ status: 200, body: { subscribed: { 'ben@example.com': [name] } } })
  const wanted = (name: string) => encode({ subscriptions: [{ name }] })
  const open = async () => (await watch(world.ben, ['message'])).queueId

  it('POST: form-encoded, lists are JSON-encoded strings', async () => {
    const answer = await world.ben.raw({ method: 'POST', url: path, payload: wanted('form'), headers: FORM })
    expect(answer).toMatchObject(subscribed('form'))
  })

  it('POST: the query is read', async () => {
    const answer = await world.ben.raw({ method: 'POST', url: `${path}?${wanted('query')}` })
    expect(answer).toMatchObject(subscribed('query'))
  })

  it('POST: query merged with body, the body wins', async () => {
    const answer = await world.ben.raw({
      method: 'POST',
      url: `${path}?${wanted('of the query')}&invite_only=true`,
      payload: wanted('of the body'),
      headers: FORM,
    })
    expect(answer).toMatchObject(subscribed('of the body'))
    const { body } = await world.ben.get('/streams')
    expect(body.streams.find((one: { name: string }) => one.name === 'of the body').invite_only).toBe(true)
  })

  it('POST: the same name several times, the last one counts', async () => {
    const answer = await world.ben.raw({
      method: 'POST',
      url: path,
      payload: `${wanted('first word')}&${wanted('last word')}`,
      headers: FORM,
    })
    expect(answer).toMatchObject(subscribed('last word'))
  })

  it('POST: from a multipart body', async () => {
    const payload = [
      '--border',
      'Content-Disposition: form-data; name="subscriptions"',
      '',
      '[{"name":"multipart ü"}]',
      '--border--',
      '',
    ].join('\r\n')
    const headers = { 'content-type': 'multipart/form-data; boundary=border' }
    const answer = await world.ben.raw({ method: 'POST', url: path, payload, headers })
    expect(answer).toMatchObject(subscribed('multipart ü'))
  })

  it('POST: multipart that is broken is an error', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=border' }
    const answer = await world.ben.raw({ method: 'POST', url: path, payload: 'nonsense', headers })
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('BAD_REQUEST')
  })

  it('POST: a JSON object, an addition', async () => {
    const answer = await world.ben.raw({
      method: 'POST',
      url: path,
      payload: JSON.stringify({ subscriptions: [{ name: 'json' }], invite_only: false }),
      headers: { 'content-type': 'application/json' },
    })
    expect(answer).toMatchObject(subscribed('json'))
  })

  it('GET: the query is read', async () => {
    const answer = await world.ben.raw({ method: 'GET', url: `${path}?include_subscribers=true` })
    expect(answer.body.subscriptions[0].subscribers).toContain('ben@example.com')
  })

  it('PATCH: form-encoded or in the query', async () => {
    const url = `${path}/muted_topics`
    const inBody = encode({ stream: 'test', topic: 'body', op: 'add' })
    const inQuery = encode({ stream: 'test', topic: 'query', op: 'add' })
    expect((await world.ben.raw({ method: 'PATCH', url, payload: inBody, headers: FORM })).status).toBe(200)
    expect((await world.ben.raw({ method: 'PATCH', url: `${url}?${inQuery}` })).status).toBe(200)
    const { body } = await world.ben.post('/register', { event_types: ['muted_topics'] })
    expect(body.muted_topics.map((one: unknown[]) => one[1])).toEqual(['body', 'query'])
  })

  it('DELETE: parameters in the form body', async () => {
    const payload = encode({ queue_id: await open() })
    const answer = await world.ben.raw({ method: 'DELETE', url: '/events', payload, headers: FORM })
    expect(answer.status).toBe(200)
  })

  it('DELETE: parameters in the query', async () => {
    const answer = await world.ben.raw({ method: 'DELETE', url: `/events?queue_id=${await open()}` })
    expect(answer.status).toBe(200)
  })

  it('unknown parameters are ignored, and named in ignored_parameters_unsupported', async () => {
    const answer = await world.ben.get('/streams', { include_public: true, color: 'red', size: 3 })
    expect(answer.status).toBe(200)
    expect(answer.body.ignored_parameters_unsupported).toEqual(['color', 'size'])
  })

  it('no unknown parameters: ignored_parameters_unsupported is absent', async () => {
    const answer = await world.ben.get('/streams', { include_public: true, client: 'tester' })
    expect(answer.body).not.toHaveProperty('ignored_parameters_unsupported')
  })

  it('unknown parameters of a poll are named too', async () => {
    const answer = await world.ben.get('/events', {
      queue_id: await open(),
      last_event_id: -1,
      dont_block: true,
      patience: 1,
    })
    expect(answer.body.ignored_parameters_unsupported).toEqual(['patience'])
  })

  it.each(['DELETE', 'delete'])('POST with method=%s: the verb that is meant', async (method) => {
    const queueId = await open()
    const send = () =>
      world.app.inject({
        method: 'POST',
        url: '/api/v1/events',
        payload: encode({ method, queue_id: queueId }),
        headers: { ...FORM, ...authorization() },
      })
    const answer = await send()
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ result: 'success', msg: '' })
    expect((await send()).json().code).toBe('BAD_EVENT_QUEUE_ID')
  })

  it('POST with method=PATCH: the verb that is meant', async () => {
    const answer = await world.app.inject({
      method: 'POST',
      url: `/api/v1${path}/muted_topics`,
      payload: encode({ method: 'PATCH', stream: 'test', topic: 'override', op: 'add' }),
      headers: { ...FORM, ...authorization() },
    })
    expect(answer.statusCode).toBe(200)
    const { body } = await world.ben.post('/register', { event_types: ['muted_topics'] })
    expect(body.muted_topics.map((one: unknown[]) => one[1])).toContain('override')
  })

  it('GET with method=DELETE deletes nothing: only POST can be overridden', async () => {
    const queueId = await open()
    const query = encode({ method: 'DELETE', queue_id: queueId, last_event_id: -1, dont_block: true })
    expect((await world.ben.raw({ method: 'GET', url: `/events?${query}` })).body.events).toEqual([])
    expect((await world.ben.delete('/events', { queue_id: queueId })).status).toBe(200)
  })
})
