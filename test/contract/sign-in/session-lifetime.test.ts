import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { deleteExpiredSignIns } from '../../../src/chat/accounts/sign-in-jobs.ts'
import { endSessionsOf } from '../../../src/chat/identity/sessions/end-sessions.ts'
import { createLogger } from '../../../src/platform/logging/log.ts'
import { createServer } from '../../../src/server/http/create-server.ts'
import { openProducts } from '../../../src/server/start/open-products.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { changeRealm } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { cookieOf, signIn } from './browser.ts'

const DAY = 86_400

describe.each(engines)('How long a session lives on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const join = async (name: string) =>
    (await createUser(world.chat, world.demo.realm, { email: `${name}@example.com`, fullName: name })).user
  const statusOf = async (client: ApiClient) => (await client.get('/users/me')).status
  const lastSeen = async (client: ApiClient) =>
    (await client.get('/sessions')).body.sessions.find((one: { current: boolean }) => one.current).last_seen
  const rows = () => world.chat.database.read.selectFrom('sessions').selectAll().execute()

  it('14 days after its last use; each use within an hour is written once, with a renewed cookie', async () => {
    await join('steady')
    const { client, cookie } = await signIn(world.nobody, 'steady@example.com')
    const first = await lastSeen(client)
    world.clock.advance(3000)
    expect((await client.get('/users/me')).headers['set-cookie']).toBeUndefined()
    expect(await lastSeen(client)).toBe(first)
    world.clock.advance(13 * DAY)
    const renewed = await client.get('/users/me')
    expect(renewed.status).toBe(200)
    expect(cookieOf(renewed)).toBe(cookie)
    expect(String(renewed.headers['set-cookie'])).toContain('Max-Age=1209600')
    expect(await lastSeen(client)).toBeGreaterThanOrEqual(first + 13 * DAY)
    expect((await client.get('/users/me')).headers['set-cookie']).toBeUndefined()
    world.clock.advance(13 * DAY)
    expect(await statusOf(client)).toBe(200)
  })

  it('unused for 14 days it is over, is listed no more, and its row goes', async () => {
    const user = await join('idle')
    const { client } = await signIn(world.nobody, 'idle@example.com')
    expect(await statusOf(client)).toBe(200)
    world.clock.advance(14 * DAY - 60)
    const { client: fresh } = await signIn(world.nobody, 'idle@example.com')
    world.clock.advance(61)
    expect(await statusOf(client)).toBe(401)
    expect((await fresh.get('/sessions')).body.sessions).toHaveLength(1)
    expect((await rows()).filter(({ user_id }) => user_id === user.id)).toHaveLength(2)
    await deleteExpiredSignIns(world.chat)
    expect((await rows()).filter(({ user_id }) => user_id === user.id)).toHaveLength(1)
    expect(await statusOf(client)).toBe(401)
    expect(await statusOf(fresh)).toBe(200)
  })

  it('deactivating the account ends all its sessions, for good', async () => {
    const user = await join('leaver')
    const one = await signIn(world.nobody, 'leaver@example.com')
    const other = await signIn(world.nobody, 'leaver@example.com')
    expect(await statusOf(one.client)).toBe(200)
    await deactivateUser(world.chat, user)
    expect([await statusOf(one.client), await statusOf(other.client)]).toEqual([401, 401])
    expect((await rows()).filter(({ user_id }) => user_id === user.id)).toEqual([])
  })

  it('endSessionsOf: all but one, as a change of the password wants it', async () => {
    const user = await join('changer')
    const one = await signIn(world.nobody, 'changer@example.com')
    const kept = await signIn(world.nobody, 'changer@example.com')
    const bystander = await signIn(world.nobody, 'ben@example.com')
    const { sessions } = (await kept.client.get('/sessions')).body
    const current = sessions.find((session: { current: boolean }) => session.current).id
    await world.chat.transact(user.realm_id, (transaction) => endSessionsOf(transaction, user, current))
    expect(await statusOf(one.client)).toBe(401)
    expect(await statusOf(kept.client)).toBe(200)
    expect(await statusOf(bystander.client)).toBe(200)
    await world.chat.transact(user.realm_id, (transaction) => endSessionsOf(transaction, user))
    expect(await statusOf(kept.client)).toBe(401)
  })

  it('a page that waits for events is let go when its session ends, and is refused when it asks again', async () => {
    const page = await signIn(world.nobody, 'ben@example.com')
    const poll = async (client: ApiClient) => {
      const { queue_id } = (await client.post('/register', { event_types: ['typing'] })).body
      return { again: () => client.get('/events', { queue_id, last_event_id: -1 }), queue_id }
    }
    const [waiting, other] = [await poll(page.client), await poll(world.cleo)]
    const answers = [waiting.again(), other.again()]
    const waits = () => [...world.chat.queues.live].filter((queue) => queue.receiver !== undefined)
    for (let attempt = 0; attempt < 200 && waits().length < 2; attempt += 1)
      await new Promise((next) => setTimeout(next, 10))
    await page.client.delete('/sessions/current')
    expect((await answers[0])!.body.events).toEqual([])
    expect((await waiting.again()).status).toBe(401)
    expect(waits().map((queue) => queue.id)).toEqual([other.queue_id])
    await world.cleo.delete('/events', { queue_id: other.queue_id })
    await answers[1]
  })

  it('a deactivated organization: 401 REALM_DEACTIVATED while it is', async () => {
    const { client } = await signIn(world.nobody, 'ada@example.com')
    await changeRealm(world, world.demo.realm, { deactivated: 1 })
    expect((await client.get('/users/me')).body.code).toBe('REALM_DEACTIVATED')
    await changeRealm(world, world.demo.realm, { deactivated: 0 })
    expect(await statusOf(client)).toBe(200)
  })

  it('another process on the same data: knows the session, and follows when it ends', async () => {
    const log = createLogger('error')
    const products = await openProducts(world.config, log, world.clock, 'command')
    const app = createServer(products, log)
    try {
      const here = await signIn(world.nobody, 'cleo@example.com')
      const there = new ApiClient(app, undefined, here.client.headers)
      expect(await statusOf(there)).toBe(200)
      const { api_key } = (await here.client.post('/users/me/api_key/regenerate')).body
      expect(api_key).not.toBe(world.cleo.credentials!.key)
      expect(await statusOf(there)).toBe(200)
      await here.client.delete('/sessions/current')
      for (let attempt = 0; attempt < 200 && (await statusOf(there)) === 200; attempt += 1)
        await new Promise((next) => setTimeout(next, 25))
      expect(await statusOf(there)).toBe(401)
    } finally {
      await app.close()
      await products.stop()
    }
  })
})
