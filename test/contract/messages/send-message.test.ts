import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { makeStream, openQueue, readMessage, sendPrivately, sendToStream } from './message-requests.ts'

describe.each(engines)('Send a message on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  /** Sends as Ada and returns the message as Ada reads it. */
  const send = async (args: Record<string, unknown>) => {
    const answer = await world.ada.post('/messages', { content: 'text', ...args })
    expect(answer.body).toEqual({
      result: 'success',
      msg: '',
      id: expect.any(Number),
      message_url: expect.any(String),
    })
    return readMessage(world.ada, answer.body.id, { apply_markdown: false })
  }
  const emails = (message: { display_recipient: { email: string }[] }) =>
    message.display_recipient.map((person) => person.email)
  const [ada, ben, cleo] = ['ada@example.com', 'ben@example.com', 'cleo@example.com']

  it('type | stream: a message to a stream, its id is the answer', async () => {
    const message = await send({ type: 'stream', to: 'test', topic: 'greetings', content: 'hello' })
    expect(message).toMatchObject({
      type: 'stream',
      display_recipient: 'test',
      subject: 'greetings',
      content: 'hello',
      sender_email: ada,
    })
  })

  it('type | private: a message to people', async () => {
    const message = await send({ type: 'private', to: ben, content: 'hello' })
    expect(message).toMatchObject({ type: 'private', subject: '', content: 'hello' })
    expect(emails(message)).toEqual([ada, ben])
  })

  it('message_url | the address in the web app; a retry never names a stream that the sender cannot see', async () => {
    const root = 'http://chat.example.com/#narrow'
    const key = world.ben.with({ 'idempotency-key': 'link' })
    const lunch = { type: 'stream', to: 'test', topic: 'lunch "&"', content: 'x' }
    const { body } = await key.post('/messages', lunch)
    const { stream_id: streamId } = await readMessage(world.ben, body.id, {})
    const near = `topic/lunch.20.22.26.22/near/${body.id}`
    expect(body.message_url).toBe(`${root}/stream/${streamId}-test/${near}`)
    expect((await key.post('/messages', lunch)).body).toEqual(body)
    const direct = await world.ben.post('/messages', { type: 'private', to: `["${ada}"]`, content: 'x' })
    expect(direct.body.message_url).toMatch(/#narrow\/pm-with\/\d+,\d+-pm\/near\/\d+$/)
    const { stream_id: secret } = (await world.ada.get('/get_stream_id', { stream: 'leadership' })).body
    expect((await world.ada.patch(`/messages/${body.id}`, { stream_id: secret })).status).toBe(200)
    expect((await key.post('/messages', lunch)).body.message_url).toBe(`${root}/near/${body.id}`)
  })

  it('to | stream name, in any case', async () => {
    const message = await send({ type: 'stream', to: 'TeSt', topic: 'x' })
    expect(message.display_recipient).toBe('test')
  })

  it('to | stream name with blanks around it', async () => {
    expect((await send({ type: 'stream', to: '  test ', topic: 'x' })).display_recipient).toBe('test')
  })

  it('to | stream name as a JSON string', async () => {
    expect((await send({ type: 'stream', to: '"test"', topic: 'x' })).display_recipient).toBe('test')
  })

  it('to | stream name as a JSON list of one', async () => {
    expect((await send({ type: 'stream', to: '["test"]', topic: 'x' })).display_recipient).toBe('test')
  })

  it('to | stream name with a comma, JSON-encoded', async () => {
    await makeStream(world.ada, 'bread, butter')
    const message = await send({ type: 'stream', to: '["bread, butter"]', topic: 'x' })
    expect(message.display_recipient).toBe('bread, butter')
  })

  it('to | stream id, in a list or bare', async () => {
    const id = await makeStream(world.ada, 'by number')
    for (const to of [`[${id}]`, `${id}`]) {
      expect((await send({ type: 'stream', to, topic: 'x' })).display_recipient).toBe('by number')
    }
  })

  it('to | the same stream twice is one stream', async () => {
    expect((await send({ type: 'stream', to: '["test","test"]', topic: 'x' })).display_recipient).toBe('test')
  })

  it('to | recipient emails as CSV, with blanks and empty parts', async () => {
    expect(emails(await send({ type: 'private', to: ` ${ben} ,, ${cleo}, ` }))).toEqual([ada, ben, cleo])
  })

  it('to | recipient emails as a JSON list', async () => {
    expect(emails(await send({ type: 'private', to: [cleo, ben] }))).toEqual([ada, ben, cleo])
  })

  it('to | recipient emails as CSV in a JSON string', async () => {
    expect(emails(await send({ type: 'private', to: `"${cleo},${ben}"` }))).toEqual([ada, ben, cleo])
  })

  it('to | recipient email in any case', async () => {
    expect(emails(await send({ type: 'private', to: 'BEN@Example.COM' }))).toEqual([ada, ben])
  })

  it('to | user ids, in a list or bare', async () => {
    const { people } = world.demo
    const both = [people.ben.id, people.cleo.id]
    expect(emails(await send({ type: 'private', to: both }))).toEqual([ada, ben, cleo])
    expect(emails(await send({ type: 'private', to: String(people.ben.id) }))).toEqual([ada, ben])
  })

  it('to | duplicates are removed', async () => {
    expect(emails(await send({ type: 'private', to: [ben, ben, 'Ben@example.com'] }))).toEqual([ada, ben])
  })

  it('to | private to self is allowed, with one display recipient', async () => {
    expect(emails(await send({ type: 'private', to: ada }))).toEqual([ada])
  })

  it('to | {me, X} collapses to the 1:1 conversation', async () => {
    const plain = await send({ type: 'private', to: ben })
    const withMe = await send({ type: 'private', to: [ada, ben] })
    const back = await readMessage(world.ada, await sendPrivately(world.ben, ['ben', 'ada']))
    expect(withMe.recipient_id).toBe(plain.recipient_id)
    expect(back.recipient_id).toBe(plain.recipient_id)
    expect(emails(withMe)).toEqual([ada, ben])
  })

  it('topic | max 60 characters: 60 are kept, counted as code points', async () => {
    for (const letter of ['x', 'ü', '🐙']) {
      const topic = letter.repeat(60)
      expect((await send({ type: 'stream', to: 'test', topic })).subject).toBe(topic)
    }
  })

  it('topic | blanks around it are dropped before counting', async () => {
    const topic = 'y'.repeat(60)
    expect((await send({ type: 'stream', to: 'test', topic: `  ${topic}   ` })).subject).toBe(topic)
  })

  it('topic | ignored for private messages, however long', async () => {
    for (const topic of ['something', 'x'.repeat(61), '']) {
      expect((await send({ type: 'private', to: ben, topic })).subject).toBe('')
    }
  })

  it('topic | the same value under the name subject', async () => {
    const message = await send({ type: 'stream', to: 'test', subject: 'by its legacy name' })
    expect(message.subject).toBe('by its legacy name')
  })

  it('content | max 10000 bytes: exactly 10000 are kept, of one byte each', async () => {
    const content = 'x'.repeat(10_000)
    expect((await send({ type: 'stream', to: 'test', topic: 'long', content })).content).toBe(content)
  })

  it('content | max 10000 bytes: exactly 10000 are kept, of several bytes each', async () => {
    for (const content of ['ü'.repeat(5000), '🐙'.repeat(2500)]) {
      expect(Buffer.byteLength(content)).toBe(10_000)
      expect((await send({ type: 'stream', to: 'test', topic: 'long', content })).content).toBe(content)
    }
  })

  it('content | trailing whitespace is stripped, and does not count', async () => {
    const content = 'z'.repeat(10_000)
    const message = await send({ type: 'stream', to: 'test', topic: 'x', content: `${content} \n\t\n` })
    expect(message.content).toBe(content)
  })

  it('content | leading whitespace stays', async () => {
    const message = await send({ type: 'stream', to: 'test', topic: 'x', content: '    code' })
    expect(message.content).toBe('    code')
  })

  it('content | text of any script goes in and out unchanged', async () => {
    const content = 'Ünïcödé 漢字 العربية 🐙 \u200d é % _ \' " \\ ; --'
    expect((await send({ type: 'private', to: ben, content })).content).toBe(content)
  })

  it('content, topic | half of a surrogate pair, which JSON can say, becomes the replacement character', async () => {
    const queue = await openQueue(world.ben, { event_types: ['message'] })
    const { body } = await world.ada.raw({
      method: 'POST',
      url: '/messages',
      payload: '{"type":"stream","to":"test","topic":"a\\ud800","content":"b\\udc00"}',
      headers: { 'content-type': 'application/json' },
    })
    const kept = { subject: 'a\ufffd', content: 'b\ufffd' }
    expect(await readMessage(world.ben, body.id, { apply_markdown: false })).toMatchObject(kept)
    expect(await queue.read()).toMatchObject([{ message: kept }])
  })

  it('read_by_sender | whether the sender has read it; otherwise apps for people have, and scripts have not', async () => {
    const app = world.ada.with({ 'user-agent': 'ZulipFlutter/30.0.270 (Android 14)' })
    const flags = async (client: ApiClient, more: object) => {
      const { body } = await client.post('/messages', {
        type: 'stream',
        to: 'test',
        topic: 'read',
        content: 'x',
        ...more,
      })
      expect(body).not.toHaveProperty('ignored_parameters_unsupported')
      return (await readMessage(world.ada, body.id)).flags
    }
    expect(await flags(app, {})).toEqual(['read'])
    expect(await flags(app, { read_by_sender: false })).toEqual([])
    expect(await flags(world.ada, {})).toEqual([])
    expect(await flags(world.ada, { read_by_sender: true })).toEqual(['read'])
  })

  it('Response | unknown parameters are ignored and named', async () => {
    const { body } = await world.ada.post('/messages', {
      type: 'private',
      to: ben,
      content: 'x',
      delivery_hour: 'noon',
    })
    expect(body).toEqual({
      result: 'success',
      msg: '',
      id: expect.any(Number),
      message_url: expect.any(String),
      ignored_parameters_unsupported: ['delivery_hour'],
    })
  })

  it('a stream message reaches a stream that the sender is not subscribed to', async () => {
    const id = await sendToStream(world.cleo, 'test', 'from outside')
    expect((await readMessage(world.ben, id)).sender_email).toBe(cleo)
  })
})
