import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { integrations } from '../../../src/chat/bots/incoming-webhooks/integrations.ts'
import { encode } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { watch } from '../../harness/watch-events.ts'
import { readFixtures } from '../../harness/webhook-fixtures.ts'
import { startWorld, type World } from '../../harness/world.ts'

interface Signed {
  body: string
  secret: string
  url: string
  /** ISO 8601 */
  time: string
}

const hex = ({ body, secret }: Pick<Signed, 'body' | 'secret'>) =>
  createHmac('sha256', secret).update(body).digest('hex')

/** The headers of each service, as its documentation describes them. */
const signers: Record<string, (signed: Signed) => Record<string, string>> = {
  bitbucket: (signed) => ({ 'x-hub-signature': `sha256=${hex(signed)}` }),
  circleci: (signed) => ({ 'circleci-signature': `v1=${hex(signed)},v2=11` }),
  forgejo: (signed) => ({ 'x-forgejo-signature': hex(signed) }),
  gitea: (signed) => ({ 'x-gitea-signature': hex(signed) }),
  github: (signed) => ({ 'x-hub-signature-256': `sha256=${hex(signed)}` }),
  gitlab: ({ secret }) => ({ 'x-gitlab-token': secret }),
  jira: (signed) => ({ 'x-hub-signature': `sha256=${hex(signed)}` }),
  pagerduty: (signed) => ({ 'x-pagerduty-signature': `v1=${'0'.repeat(64)},v1=${hex(signed)}` }),
  sentry: (signed) => ({ 'sentry-hook-signature': hex(signed) }),
  linear: (signed) => ({ 'linear-signature': hex(signed) }),
  stripe: ({ body, secret, time }) => {
    const seconds = Date.parse(time) / 1000
    return { 'stripe-signature': `t=${seconds},v1=${hex({ body: `${seconds}.${body}`, secret })},v0=11` }
  },
  trello: ({ body, secret, url }) => ({
    'x-trello-webhook': createHmac('sha1', secret).update(`${body}${url}`).digest('base64'),
  }),
  zendesk: ({ body, secret, time }) => ({
    'x-zendesk-webhook-signature-timestamp': time,
    'x-zendesk-webhook-signature': createHmac('sha256', secret).update(`${time}${body}`).digest('base64'),
  }),
}

/** Services that sign the time. */
const timed = new Set(['linear', 'stripe', 'zendesk'])

const signed = [...integrations.values()].filter(({ signature }) => signature && !signature.handshake)

it('every service that signs is tested', () => {
  expect(signed.map(({ name }) => name).sort()).toEqual(Object.keys(signers).sort())
})

describe.each(engines)('Signatures of incoming webhooks on %s', (engine) => {
  let world: World
  let bot: { user_id: number; api_key: string }
  beforeAll(async () => {
    world = await startWorld(engine)
    const created = await world.ben.post('/bots', { full_name: 'Hooks', short_name: 'hooks', bot_type: 2 })
    bot = created.body
  })
  afterAll(() => world.stop())

  const addressOf = (name: string) =>
    `/external/${name}?${encode({ api_key: bot.api_key, stream: 'test', topic: 'signed' })}`
  async function send(name: string, payload: string, headers: Record<string, string> = {}) {
    const all = { 'content-type': 'application/json', ...headers }
    return world.nobody.raw({ method: 'POST', url: addressOf(name), payload, headers: all })
  }
  const secretOf = (name: string) => `/bots/${bot.user_id}/signing_secrets/${name}`

  it.each(Object.keys(signers))(
    '%s: with a secret, only what it has signed makes a message',
    async (name) => {
      const integration = integrations.get(name)!
      const [fixture] = [...readFixtures(integration).values()]
      const isoTime = (offset = 0) =>
        new Date((Math.floor(world.clock.now() / 1000) + offset) * 1000).toISOString()
      /** Linear has the time in the body. */
      const at = (time: string) =>
        JSON.stringify({
          ...(fixture!.body as object),
          ...(name === 'linear' && { webhookTimestamp: Date.parse(time) }),
        })
      const body = at(isoTime())
      const url = `${world.chat.config.publicUrl}/api/v1${addressOf(name)}`
      const secret = 'It rained all day'
      const sign = (changes: Partial<Signed> = {}) => ({
        ...fixture!.headers,
        ...signers[name]!({ body, secret, url, time: isoTime(), ...changes }),
      })
      const watching = await watch(world.ben, ['message'])
      expect((await send(name, body, fixture!.headers)).status, 'no secret yet').toBe(200)
      expect(await watching.news()).toHaveLength(1)

      expect((await world.ben.put(secretOf(name), { secret })).status).toBe(200)
      const tampered = `${body.slice(0, -1)},"more":1}`
      const refused = [
        await send(name, body, fixture!.headers),
        await send(name, body, sign({ secret: 'It snowed' })),
        ...(name === 'gitlab' ? [] : [await send(name, tampered, sign())]),
      ]
      for (const { status, body: answer } of refused) {
        expect(status).toBe(401)
        expect(answer).toMatchObject({ result: 'error', code: 'INVALID_WEBHOOK_SIGNATURE' })
        expect(JSON.stringify(answer)).not.toContain(secret)
      }
      expect(await watching.news()).toEqual([])
      expect((await send(name, body, sign())).status).toBe(200)
      expect(await watching.news()).toHaveLength(1)
      for (const [offset, status] of timed.has(name)
        ? ([
            [-299, 200],
            [-301, 401],
            [301, 401],
          ] as const)
        : []) {
        const time = isoTime(offset)
        expect((await send(name, at(time), sign({ body: at(time), time }))).status).toBe(status)
      }

      expect((await world.ben.delete(secretOf(name))).status).toBe(200)
      expect((await send(name, body, fixture!.headers)).status).toBe(200)
    },
  )

  it('a secret binds its own integration, is replaced by the next, and is never shown', async () => {
    await world.ben.put(secretOf('github'), { secret: 'first' })
    await world.ben.put(secretOf('github'), { secret: 'second' })
    const body = JSON.stringify(readFixtures(integrations.get('github')!).get('push')!.body)
    const signedBy = (secret: string) => ({
      'x-github-event': 'push',
      ...signers.github!({ body, secret, url: '', time: '' }),
    })
    expect((await send('github', body, signedBy('first'))).status).toBe(401)
    expect((await send('github', body, signedBy('second'))).status).toBe(200)
    expect((await send('json', '{"text":"unsigned"}')).status).toBe(200)
    const listed = await world.ben.get(`/bots/${bot.user_id}/signing_secrets`)
    expect(listed.body).toMatchObject({ integrations: ['github'] })
    const asana = { name: 'asana', display_name: 'Asana', header: 'X-Hook-Signature', brings_secret: true }
    expect(listed.body.services).toContainEqual(asana)
    expect(listed.body.services.map(({ name }: { name: string }) => name).sort()).toEqual(
      [...Object.keys(signers), 'asana'].sort(),
    )
    expect(JSON.stringify(listed.body)).not.toContain('second')
    await world.ben.delete(secretOf('github'))
  })

  it('only the owner sets secrets, for services that sign and bots that are called', async () => {
    for (const who of [world.ada, world.cleo]) {
      const { status, body } = await who.put(secretOf('github'), { secret: 'mine' })
      expect(status).toBe(400)
      expect(body.msg).toBe('Insufficient permission')
      expect((await who.get(`/bots/${bot.user_id}/signing_secrets`)).status).toBe(400)
      expect((await who.delete(secretOf('github'))).status).toBe(400)
    }
    expect((await world.ben.put(secretOf('json'), { secret: 'x' })).body.msg).toBe(
      'JSON does not sign its requests',
    )
    expect((await world.ben.put(secretOf('nowhere'), { secret: 'x' })).status).toBe(404)
    expect((await world.ben.put(secretOf('github'), { secret: ' ' })).status).toBe(400)
    expect((await world.ben.delete(secretOf('github'))).body.msg).toBe('This bot has no such signing secret')
    const person = await world.ben.post('/bots', { full_name: 'Generic', short_name: 'generic' })
    const other = await world.ben.put(`/bots/${person.body.user_id}/signing_secrets/github`, { secret: 'x' })
    expect(other.body.msg).toBe('This bot is not an incoming webhook')
    expect((await world.ben.get(`/bots/${bot.user_id}/signing_secrets`)).body.integrations).toEqual([])
  })

  it('Asana brings a secret, the owner hears of it, and nobody else can bring another', async () => {
    const body = JSON.stringify(readFixtures(integrations.get('asana')!).get('task-deleted')!.body)
    const watching = await watch(world.ben, ['message'])
    const shake = (secret: string) => send('asana', '', { 'x-hook-secret': secret })
    expect((await shake('a b')).status).toBe(400)
    const { status, headers } = await shake('of-one-project')
    expect(status).toBe(200)
    expect(headers['x-hook-secret']).toBe('of-one-project')
    expect(await watching.news()).toMatchObject([
      { message: { type: 'private', content: expect.stringContaining('Asana has set up a webhook') } },
    ])
    const signedBy = (secret: string) => ({ 'x-hook-signature': hex({ body, secret }) })
    const other = await shake('of-nobody')
    expect(other).toMatchObject({ status: 401, body: { code: 'INVALID_WEBHOOK_SIGNATURE' } })
    expect(other.headers).not.toHaveProperty('x-hook-secret')
    expect((await send('asana', body)).status).toBe(401)
    expect((await send('asana', body, signedBy('of-nobody'))).status).toBe(401)
    expect(await watching.news()).toEqual([])
    expect((await shake('of-one-project')).status).toBe(200)
    expect((await send('asana', body, signedBy('of-one-project'))).status).toBe(200)
    await world.ben.delete(secretOf('asana'))
    expect((await send('asana', body)).status).toBe(200)
    expect((await shake('of-another-project')).status).toBe(200)
  })

  it('a service may look at its address before it uses it', async () => {
    const look = (url: string, method: 'HEAD' | 'GET' = 'HEAD') => world.nobody.raw({ method, url })
    const watching = await watch(world.ben, ['message'])
    expect((await look(addressOf('github'))).status).toBe(200)
    expect((await look(addressOf('github'), 'GET')).status).toBe(200)
    expect((await look(addressOf('nowhere'), 'GET')).body.code).toBe('UNKNOWN_INTEGRATION')
    expect((await look('/external/github?api_key=wrong')).status).toBe(401)
    const person = `/external/github?api_key=${world.ada.credentials!.key}`
    expect((await look(person)).status).toBe(401)
    expect(await watching.news()).toEqual([])
  })
})
