import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { reactivateRealm } from '../../../src/chat/organization/deactivate-realm.ts'
import { hashPassword } from '../../../src/platform/secrets/hash-password.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal } from '../messages/message-requests.ts'

const password = 'correct horse battery'

describe.each(engines)('POST /realm/deactivate on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  let eve: ApiClient
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'eve@example.com',
      fullName: 'Eve',
      role: 'administrator',
      passwordHash: await hashPassword(password),
    })
    eve = world.as(user)
  })
  afterAll(() => world.stop())

  const signIn = () =>
    world.app.inject({
      method: 'POST',
      url: '/api/v1/sessions',
      payload: { username: 'eve@example.com', password },
    })
  const bySession = async (cookie: string) =>
    (await world.app.inject({ method: 'GET', url: '/api/v1/users/me', headers: { cookie } })).statusCode

  it('only by administrators who prove their password', async () => {
    const deactivate = (client: ApiClient, args = {}) => client.post('/realm/deactivate', args)
    expectRefusal(await deactivate(world.ben, { password }), 'Must be an organization administrator', {
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
    expect((await deactivate(eve)).body.code).toBe('REQUEST_VARIABLE_MISSING')
    expectRefusal(await deactivate(eve, { password: 'guess' }), 'Wrong password!')
    expectRefusal(await deactivate(world.ada, { password: '' }), 'Wrong password!')
    expect((await world.ben.get('/users/me')).status).toBe(200)
  })

  it('signs everybody out; keys work again once it is reactivated, sessions do not', async () => {
    const cookie = String((await signIn()).headers['set-cookie']).split(';')[0]!
    expect(await bySession(cookie)).toBe(200)
    const { body: queue } = await world.gus.post('/register', { event_types: ['realm'] })
    const waiting = world.gus.get('/events', { queue_id: queue.queue_id, last_event_id: -1 })
    expect((await eve.post('/realm/deactivate', { password })).body).toEqual({ result: 'success', msg: '' })
    // Its poll ends without an event, or is refused if it came too late; the next request gives the reason.
    expect((await waiting).body.events ?? []).toEqual([])
    for (const client of [eve, world.ben, world.echoBot]) {
      const { status, body } = await client.get('/users/me')
      expect([status, body.code]).toEqual([401, 'REALM_DEACTIVATED'])
    }
    expect(await bySession(cookie)).toBe(401)
    expect((await signIn()).statusCode).toBe(403)
    const hook = await world.hookBot.post('/messages', {
      type: 'stream',
      to: 'test',
      topic: 'x',
      content: 'x',
    })
    expect(hook.status).toBe(401)
    expect((await elsewhere.chief.get('/users/me')).status).toBe(200)
    await reactivateRealm(world.chat, world.demo.realm)
    expect((await world.ben.get('/users/me')).status).toBe(200)
    expect(await bySession(cookie)).toBe(401)
    expect((await signIn()).statusCode).toBe(200)
  })
})
