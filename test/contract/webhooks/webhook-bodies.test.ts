import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { github } from '../../../src/chat/bots/incoming-webhooks/github/translate-github.ts'
import { encode } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { formOf } from '../../harness/form-of.ts'
import { watch } from '../../harness/watch-events.ts'
import { readFixtures } from '../../harness/webhook-fixtures.ts'
import { startWorld, type World } from '../../harness/world.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }

describe.each(engines)('Bodies of incoming webhooks on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const call = (
    name: string,
    payload: string | Buffer,
    headers: Record<string, string>,
    query: Record<string, unknown> = {},
  ) =>
    world.nobody.raw({
      method: 'POST',
      url: `/external/${name}?${encode({ api_key: world.hookBot.credentials!.key, stream: 'test', ...query })}`,
      payload,
      headers,
    })
  const sent = async (...args: Parameters<typeof call>) => {
    const ben = await watch(world.ben, ['message'])
    const { status, body } = await call(...args)
    expect(body.result, JSON.stringify(body)).toBe('success')
    expect(status).toBe(200)
    return (await ben.news()).map((event) => (event as { message: Record<string, unknown> }).message)
  }

  it('a form with JSON in its field payload, as GitHub and Slack send it', async () => {
    const push = readFixtures(github).get('push')!
    const payload = encode({ payload: JSON.stringify(push.body) })
    expect(await sent('github', payload, { ...FORM, ...push.headers })).toMatchObject([
      { subject: 'engine / main' },
    ])
    const slack = encode({ payload: JSON.stringify({ text: '*hi* & bye', channel: '#ops' }) })
    expect(await sent('slack_incoming', slack, FORM)).toMatchObject([
      { subject: 'ops', content: '**hi** & bye' },
    ])
  })

  it('a multipart form with a payload is read, too', async () => {
    const { body, headers } = await formOf({ payload: JSON.stringify({ text: 'hi' }) })
    expect(await sent('slack_incoming', body, headers)).toMatchObject([{ content: 'hi' }])
  })

  it.each(['payload=%7B', 'payload=', 'text=hi', 'a'])(
    'the form %s is no JSON: 400 INVALID_JSON',
    async (payload) => {
      const { status, body } = await call('slack_incoming', payload, FORM)
      expect(status).toBe(400)
      expect(body).toEqual({ result: 'error', msg: 'Malformed JSON', code: 'INVALID_JSON' })
    },
  )

  it('UptimeRobot | a form, JSON, or parameters of the address', async () => {
    const fields = { monitorFriendlyName: 'Shop', alertType: '1', alertDetails: 'Timeout' }
    const message = [{ subject: 'Shop', content: '❌ **Shop** is down\n> Timeout' }]
    expect(await sent('uptimerobot', encode(fields), FORM)).toMatchObject(message)
    expect(await sent('uptimerobot', JSON.stringify(fields), JSON_TYPE)).toMatchObject(message)
    expect(await sent('uptimerobot', '', FORM, fields)).toMatchObject(message)
  })

  it('Slack | channels_map_to_topics=0: to the stream that the payload names, if the bot may write there', async () => {
    const to = (channel: string) => JSON.stringify({ text: 'hi', channel })
    const query = { channels_map_to_topics: '0', stream: undefined }
    expect(await sent('slack_incoming', to('#test'), JSON_TYPE, query)).toMatchObject([
      { display_recipient: 'test', subject: 'Slack message' },
    ])
    const { status, body } = await call('slack_incoming', to('#nowhere'), JSON_TYPE, query)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream: 'nowhere' })
  })

  it('JSON | a list is a payload too', async () => {
    expect(await sent('json', '[1]', JSON_TYPE)).toMatchObject([{ content: '```json\n[\n  1\n]\n```' }])
  })

  it('JSON | people can be mentioned, everybody cannot', async () => {
    const ben = await watch(world.ben, ['message'])
    await call('json', JSON.stringify({ text: 'Hey @**Ben Okri** and @**all**, @**everyone**' }), JSON_TYPE)
    const [event] = await ben.news()
    expect(event).toMatchObject({
      flags: ['mentioned'],
      message: { content: expect.stringContaining('@_**all**, @_**everyone**') },
    })
  })

  it('everybody in a commit message is not mentioned', async () => {
    const { body, headers } = readFixtures(github).get('push')!
    const commits = [{ id: 'abcdef1', message: '@**all** look', url: 'https://x.org', author: { name: 'x' } }]
    const ben = await watch(world.ben, ['message'])
    await call('github', JSON.stringify({ ...(body as object), commits }), { ...JSON_TYPE, ...headers })
    expect(await ben.news()).toMatchObject([{ flags: [] }])
  })

  it('a megabyte is read, more is refused', async () => {
    const payload = (size: number) => JSON.stringify({ text: 'large', junk: 'x'.repeat(size) })
    expect(await sent('json', payload(1_000_000), JSON_TYPE)).toMatchObject([{ content: 'large' }])
    const { status, body } = await call('json', payload(1_100_000), JSON_TYPE)
    expect(status).toBe(413)
    expect(body.code).toBe('PAYLOAD_TOO_LARGE')
  })

  it('hostile bodies are never our fault', async () => {
    const bodies = [
      '['.repeat(100_000),
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      '{"a":1e999}',
      '"',
      '\ufeff{}',
      '{"__proto__":{"text":"x"}}',
    ]
    for (const name of ['json', 'github', 'slack_incoming', 'stripe', 'alertmanager', 'uptimerobot']) {
      for (const payload of bodies) {
        const { status } = await call(name, payload, { ...JSON_TYPE, 'X-GitHub-Event': 'push' })
        expect(status, `${name} ${payload.slice(0, 20)}`).toBeLessThan(500)
      }
    }
  })

  it('one bad message of several: none is sent', async () => {
    const incident = { incident_number: 1, title: 'Heat', service: { name: 'Engine' } }
    const messages = [
      { event: 'incident.trigger', incident },
      { event: 'incident.trigger', incident: { ...incident, title: 'a\0b' } },
    ]
    const ben = await watch(world.ben, ['message'])
    const { status } = await call('pagerduty', JSON.stringify({ messages }), JSON_TYPE)
    expect(status).toBe(400)
    expect(await ben.news()).toEqual([])
  })
})
