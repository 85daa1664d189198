import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, encode } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

describe.each(engines)('Incoming webhook helloworld on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const article = { featured_title: 'Marilyn Monroe', featured_url: 'https://en.wikipedia.org/wiki/Marilyn' }
  const text =
    'Hello! I am happy to be here! :smile:\n' +
    'The Wikipedia featured article for today is **[Marilyn Monroe](https://en.wikipedia.org/wiki/Marilyn)**'
  const key = () => world.hookBot.credentials!.key
  const call = (
    query: Record<string, string | undefined>,
    payload: string = JSON.stringify(article),
    headers: Record<string, string> = JSON_TYPE,
    client: ApiClient = world.nobody,
  ) => client.raw({ method: 'POST', url: `/external/helloworld?${encode(query)}`, payload, headers })
  const newest = async (client: ApiClient, narrow: object[]) => {
    const { body } = await client.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow,
      apply_markdown: false,
    })
    return body.messages.at(-1)
  }
  const inTest = () => newest(world.ada, [{ operator: 'stream', operand: 'test' }])
  const inPrivate = (client: ApiClient) => newest(client, [{ operator: 'is', operand: 'private' }])

  it('Success: HTTP 200 with msg empty and result success', async () => {
    const { status, body } = await call({ api_key: key(), stream: 'test' })
    expect(status).toBe(200)
    expect(body).toEqual({ result: 'success', msg: '' })
  })

  it('stream | present: a stream message of the bot, topic Hello World', async () => {
    await call({ api_key: key(), stream: 'test' })
    expect(await inTest()).toMatchObject({
      type: 'stream',
      display_recipient: 'test',
      subject: 'Hello World',
      sender_email: 'hook-bot@example.com',
      client: 'ZulipHelloWorldWebhook',
      content: text,
    })
  })

  it('stream | absent: a private message goes to the owner of the bot', async () => {
    const { status } = await call({ api_key: key() })
    expect(status).toBe(200)
    expect(await inPrivate(world.ada)).toMatchObject({
      type: 'private',
      sender_email: 'hook-bot@example.com',
      content: text,
    })
  })

  it('stream | absent: nobody but the owner gets it', async () => {
    const ada = await watch(world.ada, ['message'])
    const ben = await watch(world.ben, ['message'])
    await call({ api_key: key() })
    expect(await ada.news()).toMatchObject([{ message: { type: 'private', content: text } }])
    expect(await ben.news()).toEqual([])
  })

  it('topic | given: instead of Hello World', async () => {
    await call({ api_key: key(), stream: 'test', topic: 'Good morning' })
    expect(await inTest()).toMatchObject({ subject: 'Good morning', content: text })
  })

  it('topic | blank: Hello World', async () => {
    await call({ api_key: key(), stream: 'test', topic: '  ' })
    expect(await inTest()).toMatchObject({ subject: 'Hello World' })
  })

  it('topic | over 60 characters: truncated, since the sender cannot mend it', async () => {
    const { status } = await call({ api_key: key(), stream: 'test', topic: 'ö'.repeat(61) })
    expect(status).toBe(200)
    expect((await inTest()).subject).toBe(`${'ö'.repeat(57)}...`)
  })

  it('body | a long title: the message is truncated to 10000 bytes', async () => {
    const { status } = await call(
      { api_key: key(), stream: 'test' },
      JSON.stringify({ ...article, featured_title: 'é'.repeat(9000) }),
    )
    expect(status).toBe(200)
    const { content } = await inTest()
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(10_000)
    expect(Buffer.byteLength(content)).toBeGreaterThan(9_990)
    expect(content).toMatch(/é\n\[message truncated\]$/)
    expect(content).toMatch(/^Hello! I am happy to be here! :smile:\n/)
  })

  it('body | with the content type that plain curl -d sends', async () => {
    const payload = JSON.stringify({ ...article, featured_title: 'From curl & co = 100%' })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status } = await call({ api_key: key(), stream: 'test' }, payload, form)
    expect(status).toBe(200)
    expect((await inTest()).content).toContain('**[From curl & co = 100%](')
  })

  it.each(['text/plain', 'application/json; charset=utf-8', 'application/vnd.example+json'])(
    'body | with content type %s',
    async (type) => {
      const payload = JSON.stringify({ ...article, featured_title: type })
      const { status } = await call({ api_key: key(), stream: 'test' }, payload, { 'content-type': type })
      expect(status).toBe(200)
      expect((await inTest()).content).toContain(`**[${type}](`)
    },
  )

  it('body | further keys do no harm, and are not taken for arguments', async () => {
    const payload = JSON.stringify({ ...article, topic: 'sneaky', stream: 'general', api_key: 'x', extra: 1 })
    const { status, body } = await call({ api_key: key(), stream: 'test' }, payload)
    expect(status).toBe(200)
    expect(body).toEqual({ result: 'success', msg: '' })
    expect(await inTest()).toMatchObject({ display_recipient: 'test', subject: 'Hello World' })
  })

  it('api_key | HTTP Basic authentication instead', async () => {
    const { status } = await call({ stream: 'test', topic: 'basic' }, undefined, undefined, world.hookBot)
    expect(status).toBe(200)
    expect(await inTest()).toMatchObject({ subject: 'basic', sender_email: 'hook-bot@example.com' })
  })

  it('No events are sent to external callers: subscribers get the message event', async () => {
    const ben = await watch(world.ben, ['message'])
    const { body } = await call({ api_key: key(), stream: 'test', topic: 'events' })
    expect(body).toEqual({ result: 'success', msg: '' })
    expect(await ben.news()).toMatchObject([
      { type: 'message', message: { subject: 'events', content: text } },
    ])
  })
})
