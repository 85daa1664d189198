import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { encode } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Who may send by incoming webhooks, on %s', (engine) => {
  let world: World
  let benHook: string
  beforeAll(async () => {
    world = await startWorld(engine)
    benHook = await hookOf('ben')
  })
  afterAll(() => world.stop())

  async function hookOf(owner: 'ada' | 'ben' | 'cleo', email = `${owner}-hook@example.com`) {
    const { apiKey } = await createUser(world.chat, world.demo.realm, {
      email,
      fullName: `Hook of ${owner}`,
      bot: { type: 2, owner: world.demo.people[owner] },
    })
    return apiKey
  }
  const call = (api_key: string, stream: string | undefined, client = world.nobody) =>
    client.raw({
      method: 'POST',
      url: `/external/json?${encode({ api_key, stream })}`,
      payload: JSON.stringify({ text: 'hello' }),
      headers: { 'content-type': 'application/json' },
    })

  it('a private stream that the owner is in: sent', async () => {
    const cleo = await watch(world.cleo, ['message'])
    const ben = await watch(world.ben, ['message'])
    expect((await call(world.hookBot.credentials!.key, 'leadership')).status).toBe(200)
    expect(await cleo.news()).toMatchObject([
      { message: { display_recipient: 'leadership', content: 'hello' } },
    ])
    expect(await ben.news()).toEqual([])
  })

  it('a private stream that the owner is not in: 400, nothing sent', async () => {
    const cleo = await watch(world.cleo, ['message'])
    const { status, body } = await call(benHook, 'leadership')
    expect(status).toBe(400)
    expect(body).toEqual({
      result: 'error',
      msg: "Stream 'leadership' does not exist",
      code: 'STREAM_DOES_NOT_EXIST',
      stream: 'leadership',
    })
    expect(await cleo.news()).toEqual([])
  })

  it('a stream for announcements: only for bots of administrators', async () => {
    const cleo = await watch(world.cleo, ['message'])
    const { status, body } = await call(benHook, 'announcements')
    expect(status).toBe(400)
    expect(body).toMatchObject({
      msg: 'Only organization administrators can send to this stream.',
      code: 'BAD_REQUEST',
    })
    expect(await cleo.news()).toEqual([])
    expect((await call(world.hookBot.credentials!.key, 'announcements')).status).toBe(200)
    expect(await cleo.news()).toMatchObject([{ message: { display_recipient: 'announcements' } }])
  })

  it('without a stream: to the owner of the bot alone', async () => {
    const [ada, ben] = [await watch(world.ada, ['message']), await watch(world.ben, ['message'])]
    expect((await call(benHook, undefined)).status).toBe(200)
    expect(await ben.news()).toMatchObject([{ message: { type: 'private', content: 'hello' } }])
    expect(await ada.news()).toEqual([])
  })

  it('the key of a bot of another kind, or of a person: 401', async () => {
    for (const who of [world.echoBot, world.ada, world.gus]) {
      const { status, body } = await call(who.credentials!.key, 'test')
      expect(status).toBe(401)
      expect(body).toEqual({ result: 'error', msg: 'Invalid API key', code: 'INVALID_API_KEY' })
    }
  })

  it('a deactivated bot: 401', async () => {
    const { user, apiKey } = await createUser(world.chat, world.demo.realm, {
      email: 'gone-hook@example.com',
      fullName: 'Gone Hook',
      bot: { type: 2, owner: world.demo.people.ada },
    })
    await deactivateUser(world.chat, user)
    const { status, body } = await call(apiKey, 'test')
    expect(status).toBe(401)
    expect(body.code).toBe('USER_DEACTIVATED')
  })

  it('another organization: neither its host nor its streams', async () => {
    const { member } = await foundOrganization(world, 'rafts.example.com')
    await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'river' }] })
    const key = world.hookBot.credentials!.key
    const away = await call(key, 'river', world.nobody.with({ host: 'rafts.example.com' }))
    expect(away.status).toBe(401)
    expect(away.body.msg).toBe('Account is not associated with this subdomain')
    const home = await call(key, 'river')
    expect(home.status).toBe(400)
    expect(home.body).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST', stream: 'river' })
  })
})
