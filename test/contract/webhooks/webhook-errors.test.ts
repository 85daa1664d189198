import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { encode } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Incoming webhook, refused, on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const article = { featured_title: 'T', featured_url: 'http://example.com' }
  const key = () => world.hookBot.credentials!.key
  const call = (
    query: Record<string, string | undefined>,
    payload: string | undefined = JSON.stringify(article),
    client = world.nobody,
    name = 'helloworld',
  ) =>
    client.raw({
      method: 'POST',
      url: `/external/${name}?${encode(query)}`,
      payload,
      headers: { 'content-type': 'application/json' },
    })
  const toTest = () => ({ api_key: key(), stream: 'test' })
  const wrongKey = { result: 'error', msg: 'Invalid API key', code: 'INVALID_API_KEY' }

  it.each(['featured_title', 'featured_url'])('a body without %s: 400 naming the key', async (missing) => {
    const ada = await watch(world.ada, ['message'])
    const { [missing]: _gone, ...rest } = article as Record<string, string>
    const { status, body } = await call(toTest(), JSON.stringify(rest))
    expect(status).toBe(400)
    expect(body).toEqual({
      result: 'error',
      msg: `Missing '${missing}' in the payload`,
      code: 'INVALID_PAYLOAD',
      var_name: missing,
    })
    expect(await ada.news()).toEqual([])
  })

  it('a key that is no text: 400 naming the key', async () => {
    const { status, body } = await call(toTest(), JSON.stringify({ ...article, featured_url: 5 }))
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'INVALID_PAYLOAD', var_name: 'featured_url' })
  })

  it.each(['{"featured_title":', 'featured_title=T', ''])(
    'malformed JSON %j: 400 INVALID_JSON',
    async (payload) => {
      const { status, body } = await call(toTest(), payload)
      expect(status).toBe(400)
      expect(body).toEqual({ result: 'error', msg: 'Malformed JSON', code: 'INVALID_JSON' })
    },
  )

  it.each(['[]', 'null', '"text"', '7'])('JSON that is no object, %s: 400', async (payload) => {
    const { status, body } = await call(toTest(), payload)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'INVALID_PAYLOAD' })
  })

  it('a NUL in the payload: 400', async () => {
    const { status } = await call(toTest(), JSON.stringify({ ...article, featured_title: 'a\0b' }))
    expect(status).toBe(400)
  })

  it('the stream must exist: 400 STREAM_DOES_NOT_EXIST with stream, and the owner gets a message', async () => {
    const ada = await watch(world.ada, ['message'])
    const { status, body } = await call({ api_key: key(), stream: 'nowhere' })
    expect(status).toBe(400)
    expect(body).toEqual({
      result: 'error',
      msg: "Stream 'nowhere' does not exist",
      code: 'STREAM_DOES_NOT_EXIST',
      stream: 'nowhere',
    })
    expect(await ada.news()).toMatchObject([
      { message: { type: 'private', sender_full_name: 'Notification Bot' } },
    ])
  })

  it('an unknown integration is 404', async () => {
    const { status, body } = await call(toTest(), undefined, world.nobody, 'nosuch')
    expect(status).toBe(404)
    expect(body).toEqual({
      result: 'error',
      msg: "Unknown integration 'nosuch'",
      code: 'UNKNOWN_INTEGRATION',
    })
  })

  it("no key: 400 Missing 'api_key' argument", async () => {
    const { status, body } = await call({ stream: 'test' })
    expect(status).toBe(400)
    expect(body).toEqual({
      result: 'error',
      msg: "Missing 'api_key' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'api_key',
    })
  })

  it('a key in the body is none', async () => {
    const { status, body } = await call({ stream: 'test' }, JSON.stringify({ ...article, api_key: key() }))
    expect(status).toBe(400)
    expect(body.var_name).toBe('api_key')
  })

  it('wrong key: 401 INVALID_API_KEY', async () => {
    const { status, body, headers } = await call({ api_key: 'x'.repeat(32), stream: 'test' })
    expect(status).toBe(401)
    expect(body).toEqual(wrongKey)
    expect(headers['www-authenticate']).toMatch(/^Basic realm=/)
  })

  it.each(['echoBot', 'ada', 'gus'] as const)(
    'key that is not an incoming webhook bot’s, of %s: 401 INVALID_API_KEY',
    async (who) => {
      const ben = await watch(world.ben, ['message'])
      const byKey = await call({ api_key: world[who].credentials!.key, stream: 'test' })
      expect(byKey.status).toBe(401)
      expect(byKey.body).toEqual(wrongKey)
      const basic = await call({ stream: 'test' }, undefined, world[who])
      expect(basic.status).toBe(401)
      expect(basic.body).toEqual(wrongKey)
      expect(await ben.news()).toEqual([])
    },
  )

  it('HTTP Basic with a wrong key: 401 INVALID_API_KEY', async () => {
    const authorization = `Basic ${Buffer.from('hook-bot@example.com:wrong').toString('base64')}`
    const { status, body } = await call({ stream: 'test' }, undefined, world.nobody.with({ authorization }))
    expect(status).toBe(401)
    expect(body).toEqual(wrongKey)
  })

  it('a deactivated bot: 401 Account is deactivated', async () => {
    const { user, apiKey } = await createUser(world.chat, world.demo.realm, {
      email: 'old-hook@example.com',
      fullName: 'Old Hook',
      bot: { type: 2, owner: world.demo.people.ada },
    })
    expect((await call({ api_key: apiKey, stream: 'test' })).status).toBe(200)
    await deactivateUser(world.chat, user)
    const { status, body } = await call({ api_key: apiKey, stream: 'test' })
    expect(status).toBe(401)
    expect(body).toEqual({ result: 'error', msg: 'Account is deactivated', code: 'USER_DEACTIVATED' })
  })

  it('on the host of another organization: 401', async () => {
    await foundOrganization(world, 'other.example.com')
    const { status, body } = await call(toTest(), undefined, world.nobody.with({ host: 'other.example.com' }))
    expect(status).toBe(401)
    expect(body.msg).toBe('Account is not associated with this subdomain')
  })
})
