import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../../src/chat/identity/users/user.ts'
import { usersTable } from '../../../src/chat/identity/users/users-table.ts'
import { ACME_KEY } from '../../../src/telephony/demo/create-demo-companies.ts'
import type { EmbeddedPbx } from '../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { isInstalled } from '../../debian-packages.js'
import { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { type PushService, startPushService } from '../../harness/push-service.ts'
import { SocketClient } from '../../harness/socket-client.ts'
import { LDAP_PASSWORD, startSlapd } from '../../harness/start-slapd.ts'
import { StreamClient } from '../../harness/stream-client.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'
import { browserOfAda, ldapSettingsOf } from '../directories/ldap-settings-of.ts'
import { ScimClient } from '../directories/scim-client.ts'

const HOST = 'chat.example.com'

/** What a person has open when their account is closed: connections, credentials, phones, bots. */
describe.each(engines)('a person who leaves (%s)', (engine) => {
  let world: WorkspaceWorld
  let push: PushService
  let url: string
  const closing: (() => unknown)[] = []
  beforeEach(async () => {
    push = await startPushService()
    world = await startWorkspaceWorld(engine, {
      SIP_PROXY: 'sip.example.com:5060',
      PROVISIONING_OVER_HTTP: 'yes',
    })
    await world.sync()
    url = await world.listen()
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    await world.stop()
    await push.stop()
  })

  const registrationOf = async (number: number) =>
    (await world.owner.get(`/instances/${world.pbx}/bulks/extensions`, { search: number })).body[0].subscriber
      .state
  async function register(number: number) {
    const { pbx, database } = world.workspace.telephony
    const { domain } = await database.read
      .selectFrom('instances')
      .selectAll()
      .where('uuid', '=', world.pbx)
      .executeTakeFirstOrThrow()
    await (pbx as EmbeddedPbx).report({ domain, number }, { state: 'AUTHENTICATED' })
  }
  async function setUpDeskPhone(number: number) {
    const all = `/instances/${world.pbx}/devices`
    const device = { vendor: 'yealink', label: 'Desk', mac: '001565100001', extensions: [number] }
    const { body } = await world.owner.post(all, device)
    const { url: address, files } = (await world.owner.get(`${all}/${body.id}/address`)).body
    const request = { url: new URL(address).pathname + files[0], headers: { 'user-agent': 'Yealink T46U' } }
    return async () => (await world.app.inject(request)).statusCode
  }

  /** Opens everything, and returns what it all says now. */
  async function openEverything(user: User, contactId: string, extension: number) {
    const programs = world.chatAs(user).with({ host: HOST })
    const session = await world.signIn(user)
    const browser = new ApiClient(world.app, undefined, {
      host: HOST,
      cookie: session.cookie,
      'x-csrftoken': session.csrfToken,
    })
    const stream = async (client: ApiClient) => {
      const { queueId } = await watch(client, ['message'])
      const one = await StreamClient.open(url, client, { queue_id: queueId, last_event_id: -1 })
      closing.push(() => one.close())
      return one
    }
    const streams = [await stream(programs), await stream(browser)]
    const { queueId } = await watch(programs, ['message'])
    let hasPollEnded = false
    const poll = programs.get('/events', { queue_id: queueId, last_event_id: -1 }).then(() => {
      hasPollEnded = true
    })
    const created = await programs.post('/bots', { full_name: 'Helper', short_name: 'helper', bot_type: 1 })
    const bot = new ApiClient(
      world.app,
      { email: `helper-bot@${HOST}`, key: created.body.api_key },
      { host: HOST },
    )
    streams.push(await stream(bot))
    const byCookie = await SocketClient.connect(url, ['websocket'], { cookie: session.cookie, host: HOST })
    await byCookie.authenticate({ csrf_token: session.csrfToken })
    const byKey = await SocketClient.connect(url, ['websocket'])
    await byKey.authenticate({ token: ACME_KEY, user_id: contactId })
    closing.push(
      () => byCookie.socket.close(),
      () => byKey.socket.close(),
    )
    const device = push.subscribe()
    expect((await browser.post('/users/me/push_subscriptions', device.target)).status).toBe(200)
    await register(extension)
    const deskPhone = await setUpDeskPhone(extension)
    const count = async (table: 'sessions' | 'push_subscriptions' | 'event_queues' | 'password_resets') =>
      (
        await world.workspace.database.read
          .selectFrom(table)
          .select('user_id')
          .where('user_id', '=', user.id)
          .execute()
      ).length
    await world.app.inject({
      method: 'POST',
      url: '/api/v1/password_reset',
      payload: { email: user.email },
      headers: { host: HOST },
    })
    expect(await count('password_resets')).toBe(1)
    return {
      poll,
      now: async () => ({
        key: (await programs.get('/users/me')).status,
        session: (await browser.get('/users/me')).status,
        phonesBySession: (await session.phones.get('/system/account')).status,
        bot: (await bot.get('/users/me')).status,
        openStreams: streams.filter((one) => !one.isClosed).length,
        isPolling: !hasPollEnded,
        socketByCookie: byCookie.disconnected === undefined,
        socketByKey: byKey.disconnected === undefined,
        registration: await registrationOf(extension),
        deskPhone: await deskPhone(),
        pushes: await count('push_subscriptions'),
        sessions: await count('sessions'),
        queues: await count('event_queues'),
        links: await count('password_resets'),
      }),
    }
  }

  const open = {
    key: 200,
    session: 200,
    phonesBySession: 200,
    bot: 200,
    openStreams: 3,
    isPolling: true,
    socketByCookie: true,
    socketByKey: true,
    registration: 'AUTHENTICATED',
    deskPhone: 200,
    pushes: 1,
    sessions: 1,
    queues: 3,
    links: 1,
  }
  const closed = {
    key: 401,
    session: 401,
    phonesBySession: 401,
    bot: 401,
    openStreams: 0,
    isPolling: false,
    socketByCookie: false,
    socketByKey: false,
    registration: 'UNAUTHENTICATED',
    deskPhone: 404,
    pushes: 0,
    sessions: 0,
    queues: 0,
    links: 0,
  }

  /** Ben has everything open when `close` closes his account; Ada keeps what she has. */
  async function losesEverything(close: () => Promise<unknown>) {
    const { ada } = world.people
    const ben = (await usersTable.find(world.workspace.database.read, world.people.ben))!
    const everything = await openEverything(ben, world.contacts.ben, 1002)
    expect(await everything.now()).toEqual(open)
    const adasStream = await StreamClient.open(url, world.chatAs(ada), {
      queue_id: (await watch(world.chatAs(ada), ['message'])).queueId,
      last_event_id: -1,
    })
    closing.push(() => adasStream.close())
    await close()
    await world.sync()
    await everything.poll
    await expect.poll(everything.now).toEqual(closed)
    expect(adasStream.isClosed).toBe(false)
    expect((await world.chatAs(ada).get('/users/me')).status).toBe(200)
  }

  it('loses sessions, keys, event streams, sockets, pushes, phones and bots; others keep theirs', () =>
    losesEverything(async () => {
      const { ben, ada } = world.people
      expect((await world.chatAs(ada).delete(`/users/${ben.id}`)).status).toBe(200)
    }))

  it('loses all of it when a SCIM client closes the account', async () => {
    const scim = await ScimClient.connect(world)
    const at = `/Users/${world.people.ben.id}`
    await scim.patch(at, { op: 'Add', path: 'externalId', value: 'ben' })
    await losesEverything(async () => {
      expect((await scim.patch(at, { op: 'Replace', path: 'active', value: 'False' })).status).toBe(200)
    })
  })

  it.skipIf(!isInstalled('slapd'))('loses all of it a minute after leaving the LDAP directory', async () => {
    const slapd = await startSlapd()
    closing.push(slapd.end)
    const dn = await slapd.addPerson('ben', { cn: world.people.ben.full_name })
    await slapd.addPerson('dora')
    const ada = await browserOfAda(world)
    const settings = ldapSettingsOf(slapd, { sign_in: false, sync_minutes: 1 })
    expect((await ada.put('/realm/ldap', { settings, bind_password: LDAP_PASSWORD })).status).toBe(200)
    const lastReport = async () => (await ada.get('/realm/ldap')).body.report
    await expect.poll(lastReport).toMatchObject({ people: 2, problem: null })
    // So that what ends Ben's waiting request is the sync, and not the heartbeat after a minute.
    world.clock.advance(30_000)
    await losesEverything(async () => {
      await slapd.remove(dn)
      world.clock.advance(30_000)
      await expect.poll(lastReport).toMatchObject({ closed: { names: ['ben@example.com'] } })
    })
  })

  it('the owner of the phones loses their own, too, while programs go on in the name of the company', async () => {
    const { ada, cleo } = world.people
    const chief = world.chatAs(cleo)
    await world.chatAs(ada).patch(`/users/${cleo.id}`, { role: 200 })
    const everything = await openEverything(ada, world.contacts.ada, 1001)
    expect(await everything.now()).toEqual(open)
    expect((await chief.delete(`/users/${ada.id}`)).status).toBe(200)
    await world.sync()
    await everything.poll
    // A company key that acts as the primary user belongs to the company.
    await expect.poll(everything.now).toEqual({ ...closed, socketByKey: true })
    expect((await world.owner.get('/system/account')).status).toBe(200)
    await chief.post(`/users/${ada.id}/reactivate`)
    await world.sync()
    await register(1001)
    await expect.poll(() => registrationOf(1001)).toBe('AUTHENTICATED')
  })
})
