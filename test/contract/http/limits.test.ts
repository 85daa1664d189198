import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const error = (msg: string, code = 'BAD_REQUEST') => ({ result: 'error', msg, code })

describe.each(engines)('Limits of a request on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const refused = async (
    answer: Promise<{ status: number; body: unknown }>,
    expected: object,
    status = 400,
  ) => expect(await answer).toMatchObject({ status, body: expected })
  const json = (url: string, payload: string, client = world.ada) =>
    client.raw({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } })

  it('streams times people of one request: at most 10,000', async () => {
    const subscriptions = Array.from({ length: 101 }, (_, number) => ({ name: `many ${number}` }))
    const principals = Array.from({ length: 100 }, (_, number) => number + 1)
    const expected = error('Too many subscriptions at once: 10100 (limit: 10000)')
    await refused(world.ada.post('/users/me/subscriptions', { subscriptions, principals }), expected)
    const names = subscriptions.map(({ name }) => name)
    await refused(world.ada.delete('/users/me/subscriptions', { subscriptions: names, principals }), expected)
    expect((await world.ada.get('/get_stream_id', { stream: 'many 0' })).status).toBe(400)
  })

  it('new streams: at most 100 in a request, and 500 of a member and their bots in a day', async () => {
    const create = (first: number, count: number, client = world.cleo) => {
      const names = Array.from({ length: count }, (_, number) => `fresh ${first + number}`)
      // Other spellings of the same names are the same streams.
      const subscriptions = [...names, ...names.map((name) => name.toUpperCase())].map((name) => ({ name }))
      return client.post('/users/me/subscriptions', { subscriptions, principals: [] })
    }
    const tooMany = error('Too many new streams at once: 101 (limit: 100)')
    await refused(create(0, 101), tooMany)
    expect((await world.cleo.get('/get_stream_id', { stream: 'fresh 0' })).status).toBe(400)
    for (let first = 0; first < 500; first += 100) {
      const { status, body } = await create(first, 100)
      expect({ status, created: body.subscribed['cleo@example.com'] }).toMatchObject({
        status: 200,
        created: expect.objectContaining({ length: 100 }),
      })
    }
    const tired = error('Too many new streams in a day: 501 (limit: 500)', 'RATE_LIMIT_HIT')
    await refused(create(500, 1), tired, 429)
    // Streams that exist can be joined, administrators can go on, and the next day is another day.
    expect((await create(0, 101, world.ben)).body.msg).toBe('')
    expect((await create(500, 1, world.ada)).status).toBe(200)
    world.clock.advance(86_401)
    expect((await create(501, 1)).status).toBe(200)
  })

  it('JSON of at most 100,000 values', async () => {
    const lists = `{"event_types":[${'[],'.repeat(100_000)}[]]}`
    const expected = error('The body has too many values (limit: 100000)', 'INVALID_JSON')
    await refused(json('/api/v1/register', lists), expected)
  })

  describe('JSON of at most 100 levels', () => {
    const tooDeep = (name: string) =>
      error(`${name} is nested too deeply (limit: 100 levels)`, 'INVALID_JSON')

    it('an argument: 100 levels are read, 101 are too deep', async () => {
      await refused(
        world.ada.post('/register', { event_types: nested(100) }),
        error('event_types[0] is not a string'),
      )
      await refused(
        world.ada.post('/register', { event_types: nested(101) }),
        tooDeep('Argument "event_types"'),
      )
    })

    it('a body of more than 100 levels is refused', async () => {
      await refused(json('/register', `{"event_types":${nested(100)}}`), tooDeep('The body'))
      await refused(json('/register', '{"a":'.repeat(150_000)), tooDeep('The body'))
    })

    it('brackets in a text are no levels', async () => {
      const content = `${'[{"'.repeat(200)}\\`
      const answer = await json('/messages/render', JSON.stringify({ content }))
      expect(answer.status).toBe(200)
    })

    it('a narrow of more than 100 levels is refused', async () => {
      const narrow = `[{"operator":"stream","operand":${nested(100)}}]`
      await refused(
        world.ada.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow }),
        tooDeep('Argument "narrow"'),
      )
    })

    it('an incoming webhook refuses a payload of more than 100 levels, as a body and in a form', async () => {
      const key = world.hookBot.credentials!.key
      const url = `/external/json?api_key=${key}&stream=test`
      const send = (payload: string, type: string) =>
        world.nobody.raw({ method: 'POST', url, payload, headers: { 'content-type': type } })
      await refused(send(nested(101), 'application/json'), tooDeep('The body'))
      await refused(send(nested(101), 'text/plain'), tooDeep('The body'))
      const form = `payload=${encodeURIComponent(nested(101))}`
      await refused(send(form, 'application/x-www-form-urlencoded'), tooDeep('payload'))
    })

    it('a submessage of more than 100 levels is refused', async () => {
      const { body } = await world.ada.post('/messages', {
        type: 'stream',
        to: 'test',
        topic: 'poll',
        content: 'x',
      })
      const submessage = { message_id: body.id, msg_type: 'widget', content: nested(101) }
      await refused(world.ada.post('/submessage', submessage), tooDeep('content'))
    })
  })

  it('a form of 1000 fields is read, one of 1001 is not', async () => {
    const send = (fields: number) =>
      world.ada.raw({
        method: 'POST',
        url: '/messages/render',
        payload: `content=x${'&a=b'.repeat(fields - 1)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect((await send(1000)).status).toBe(200)
    await refused(send(1001), error('The form has too many fields (limit: 1000)'))
  })

  it('a JSON object of more than 1000 fields is refused', async () => {
    const fields = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`f${at}`, at]))
    await refused(
      json('/messages/render', JSON.stringify(fields)),
      error('The body has too many fields (limit: 1000)'),
    )
  })

  it('a multipart form of 200 parts is read, one of 201 is not', async () => {
    const part = '--XX\r\ncontent-disposition: form-data; name="content"\r\n\r\nx\r\n'
    const send = (parts: number) =>
      world.ada.raw({
        method: 'POST',
        url: '/messages/render',
        payload: `${part.repeat(parts)}--XX--\r\n`,
        headers: { 'content-type': 'multipart/form-data; boundary="XX"' },
      })
    expect((await send(200)).status).toBe(200)
    await refused(send(201), error('The form has too many parts (limit: 200)'))
  })

  it('a list of more than 10000 items is refused', async () => {
    const principals = Array.from({ length: 10_001 }, (_, at) => at)
    await refused(
      world.ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'test' }], principals }),
      error('principals is too long (limit: 10000 items)'),
    )
  })

  describe('narrows', () => {
    const ask = (narrow: unknown) =>
      world.ada.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow })
    const badNarrow = (desc: string) => ({
      ...error(`Invalid narrow operator: ${desc}`, 'BAD_NARROW'),
      desc,
    })
    const term = (operator: string, operand: unknown) => ({ operator, operand })

    it('20 terms are fine, 21 are too many', async () => {
      const terms = Array.from({ length: 20 }, () => term('topic', 'lunch'))
      expect((await ask(terms)).status).toBe(200)
      await refused(ask([...terms, term('topic', 'x')]), badNarrow('too many terms (limit: 20)'))
    })

    it('an operand of more than 5000 characters is refused', async () => {
      await refused(
        ask([term('topic', 'x'.repeat(5000))]),
        badNarrow('operand is too long (limit: 5000 characters)'),
      )
    })

    it('more than 200 people are refused, in a list or separated by commas', async () => {
      const tooMany = badNarrow('too many names in operand (limit: 200)')
      await refused(ask([term('dm', Array(201).fill(1))]), tooMany)
      await refused(ask([term('pm-with', Array(201).fill('a').join(','))]), tooMany)
    })

    it('the narrow of an event queue has the same limits', async () => {
      const register = (narrow: unknown) => world.ada.post('/register', { narrow, event_types: [] })
      await refused(register(Array(21).fill(['stream', 'x'])), error('narrow is too long (limit: 20 items)'))
      await refused(
        register([['stream', 'x'.repeat(5000)]]),
        error('narrow[0] is too long (limit: 5000 characters)'),
      )
    })
  })

  it('more than 200 event types, or one of more than 100 characters, are refused', async () => {
    await refused(
      world.ada.post('/register', { event_types: Array(201).fill('message') }),
      error('event_types is too long (limit: 200 items)'),
    )
    await refused(
      world.ada.post('/register', { event_types: ['message', 'x'.repeat(101)] }),
      error('event_types[1] is too long (limit: 100 characters)'),
    )
  })
})
