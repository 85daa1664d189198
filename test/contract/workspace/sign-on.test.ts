import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instancesTable } from '../../../src/telephony/company/instances/instances-table.ts'
import type { EmbeddedPbx } from '../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { engines } from '../../harness/engines.ts'
import { SocketClient } from '../../harness/socket-client.ts'
import {
  type BrowserSession,
  startWorkspaceWorld,
  type WorkspaceWorld,
} from '../../harness/workspace-world.ts'

describe.each(engines)('single sign-on (%s)', (engine) => {
  let world: WorkspaceWorld
  let ada: BrowserSession
  let ben: BrowserSession
  let list: string
  let extensions: Record<number, string>
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine)
    ada = await world.signIn(world.people.ada)
    ben = await world.signIn(world.people.ben)
    list = `/instances/${world.pbx}/bulks/extensions`
    const all = await world.owner.get(list)
    extensions = Object.fromEntries(
      all.body.map((one: { _id: string; data: { id: number } }) => [one.data.id, one._id]),
    )
  })
  afterAll(() => world.stop())

  const chatOf = (name: keyof WorkspaceWorld['people']) => world.chatAs(world.people[name])
  const setRole = (role: number) => chatOf('ada').patch(`/users/${world.people.ben.id}`, { role })

  describe('a session of the chat', () => {
    it('is a session of the phones, as oneself', async () => {
      expect((await ada.phones.get('/system/account')).body.id).toBe(world.contacts.ada)
      expect((await ben.phones.get('/system/account')).body).toMatchObject({
        id: world.contacts.ben,
        first_name: 'Ben',
      })
    })

    it('says what the caller may do', async () => {
      const phones = { company: { name: 'Acme' } }
      expect((await chatOf('ada').get('/workspace')).body).toMatchObject({ ...phones, phone_role: 'owner' })
      expect((await chatOf('ben').get('/workspace')).body).toMatchObject({
        ...phones,
        phone_role: 'user',
        phone_user_id: world.contacts.ben,
      })
      expect((await chatOf('cleo').get('/workspace')).body).toMatchObject({
        ...phones,
        phone_role: null,
        phone_user_id: null,
      })
    })

    it('GET /workspace/setup says to administrators whether a phone is registered', async () => {
      expect((await chatOf('ben').get('/workspace/setup')).status).toBe(400)
      const isDone = async () => (await chatOf('ada').get('/workspace/setup')).body.phone_registered
      expect(await isDone()).toBe(false)
      const { telephony } = world.workspace
      const instance = await instancesTable.findBy(telephony.database.read, { uuid: world.pbx })
      const pbx = telephony.pbx as EmbeddedPbx
      const address = { domain: instance!.domain, number: 1002 }
      await pbx.report(address, { state: 'AUTHENTICATED', callStatus: 'idle' })
      await expect.poll(isDone).toBe(true)
      await pbx.report(address, { state: 'UNAUTHENTICATED', callStatus: 'idle' })
      await expect.poll(isDone).toBe(false)
    })

    it('of somebody without a phone user is refused, and told what to do', async () => {
      const cleo = await world.signIn(world.people.cleo)
      const refused = await cleo.phones.get('/system/account')
      expect(refused.status).toBe(403)
      expect(refused.body.detail).toBe(
        'Your account has no phone user. Ask an administrator to give you one.',
      )
    })

    it('changes nothing without the token of our own pages, or from another site', async () => {
      const path = `${list}/${extensions[1002]}`
      const change = { data: { ringtimer: '33' } }
      expect((await ben.phones.with({ 'x-csrftoken': undefined }).patch(path, change)).status).toBe(403)
      expect((await ben.phones.with({ 'x-csrftoken': 'made-up' }).patch(path, change)).status).toBe(403)
      const elsewhere = ben.phones.with({ origin: 'http://evil.example' })
      expect((await elsewhere.patch(path, change)).status).toBe(403)
      expect((await elsewhere.get('/system/account')).status).toBe(403)
      expect((await world.owner.get(list, { search: '1002' })).body[0].data.ringtimer).toBe('0')
    })

    it('that does not exist is refused; a key beside it counts instead', async () => {
      const wrong = ben.phones.with({ cookie: `switchboard_session=${'x'.repeat(43)}` })
      expect((await wrong.get('/system/account')).status).toBe(401)
      const both = ben.phones.with(world.owner.headers)
      expect((await both.get('/system/account')).body.id).toBe(world.contacts.ada)
    })
  })

  describe('a user', () => {
    it('sees only their own extensions', async () => {
      for (const path of [list, `/instances/${world.pbx}/extensions`]) {
        const { body } = await ben.phones.get(path)
        expect(body.map((one: { data: { id: number } }) => one.data.id)).toEqual([1002])
      }
      expect((await ben.phones.get(`/account/${world.contacts.ada}/extensions`)).status).toBe(403)
      const own = await ben.phones.get(`/account/${world.contacts.ben}/extensions`)
      expect(own.body).toHaveLength(1)
    })

    it('changes the personal settings of their extension', async () => {
      const path = `${list}/${extensions[1002]}`
      const changed = await ben.phones.patch(path, {
        data: { voicemail_enable: 'yes', findmefollow_grplist: '1002-1001', callwaiting_enable: 'DISABLED' },
      })
      expect(changed.status).toBe(200)
      expect(changed.body.data).toMatchObject({ voicemail: 'default', findmefollow_grplist: '1002-1001' })
      const [entry] = (await world.owner.get('/audit', { subject_id: extensions[1002]! })).body
      expect(entry).toMatchObject({ contact: { id: world.contacts.ben }, api_key: null, acted_by: null })
    })

    it.each([
      ['recording', { data: { recording_in_external: 'force' } }],
      ['caller id', { data: { outboundcid: '+12025550000' } }],
      ['emergency caller id', { data: { emergency_cid: '+12025550000' } }],
      ['SIP password', { data: { secret: 'a-password-of-their-own' } }],
      ['mailbox', { data: { mailbox: '1001@device' } }],
      ['user', { user: { id: 'nobody' } }],
      ['purpose', { purpose: 'mobile-app' }],
    ])('does not change the %s', async (_what, change) => {
      const refused = await ben.phones.patch(`${list}/${extensions[1002]}`, change)
      expect(refused.status).toBe(403)
      expect(refused.body.detail).toMatch(/^Only owners and administrators may change \//)
    })

    it('may send back what they may not change', async () => {
      const [own] = (await ben.phones.get(list)).body
      const { outboundcid, recording_in_external } = own.data
      const change = { data: { outboundcid, recording_in_external, ringtimer: '25' } }
      expect((await ben.phones.patch(`${list}/${own._id}`, change)).status).toBe(200)
    })

    it('neither sees nor changes extensions of others, and makes, replaces and deletes none', async () => {
      const change = { data: { ringtimer: '9' } }
      for (const number of [1001, 1003]) {
        expect((await ben.phones.patch(`${list}/${extensions[number]}`, change)).status).toBe(404)
        expect((await ben.phones.delete(`${list}/${extensions[number]}`)).status).toBe(404)
        const setup = `/instances/${world.pbx}/extensions/${extensions[number]}/provisioning`
        expect((await ben.phones.get(setup)).status).toBe(404)
      }
      expect((await ben.phones.post(list, { data: { id: 1050, name: 'New' } })).status).toBe(403)
      expect((await ben.phones.put(`${list}/${extensions[1002]}`, { data: { name: 'B' } })).status).toBe(403)
      expect((await ben.phones.delete(`${list}/${extensions[1002]}`)).status).toBe(403)
    })

    it.each([
      ['GET /api-keys'],
      ['GET /webhooks'],
      ['GET /audit'],
      ['PATCH /company'],
      ['POST /company/contacts'],
      ['POST /company/locations'],
    ])('has no access to %s', async (call) => {
      const [method, path] = call.split(' ') as ['GET', string]
      const body = method === 'GET' ? undefined : { name: 'X', first_name: 'X' }
      expect((await ben.phones.call(method, path, body)).status).toBe(403)
    })

    it('does not act as somebody else', async () => {
      for (const id of ['primary', world.contacts.ada]) {
        expect((await ben.phones.with({ 'x-user-id': id }).get('/system/account')).status).toBe(403)
      }
      const self = ben.phones.with({ 'x-user-id': world.contacts.ben })
      expect((await self.get('/system/account')).status).toBe(200)
    })
  })

  describe('an administrator', () => {
    beforeAll(() => setRole(200))
    afterAll(() => setRole(400))

    it('manages extensions, users and locations', async () => {
      expect((await ben.phones.get(list)).body.length).toBe(3)
      const made = await ben.phones.post(list, { data: { id: 1060, name: 'Lobby' } })
      expect(made.status).toBe(201)
      expect((await ben.phones.delete(`${list}/${made.body._id}`)).status).toBe(200)
      expect((await ben.phones.patch('/company', { phone: '+12025550100' })).status).toBe(200)
    })

    it.each(['/api-keys', '/webhooks', '/audit'])(
      'has no access to %s, with which one becomes the owner',
      async (path) => {
        expect((await ben.phones.get(path)).status).toBe(403)
      },
    )

    it("does not read other people's texts", async () => {
      const opened = await world.owner.post('/texting/conversations', {
        from_number: '+12025550101',
        recipients: [{ number: '+12025550177' }],
      })
      expect(opened.status).toBeLessThan(300)
      const ids = (answer: { body: { id?: string; _id?: string }[] | undefined }) =>
        (answer.body ?? []).map((one) => one.id ?? one._id)
      expect(ids(await ada.phones.get('/texting/conversations'))).toHaveLength(1)
      expect(ids(await ben.phones.get('/texting/conversations'))).toHaveLength(0)
    })
  })

  describe('an owner who acts as another user', () => {
    it('has the permissions of that user, and the audit trail names both', async () => {
      const acting = ada.phones.with({ 'x-user-id': world.contacts.ben })
      expect((await acting.get('/system/account')).body.id).toBe(world.contacts.ben)
      expect((await acting.get(list)).body.length).toBe(1)
      expect((await acting.get('/api-keys')).status).toBe(403)
      const change = { data: { ringtimer: '41' } }
      expect((await acting.patch(`${list}/${extensions[1002]}`, change)).status).toBe(200)
      const [entry] = (await world.owner.get('/audit', { subject_id: extensions[1002]! })).body
      expect(entry).toMatchObject({ contact: { name: 'Ben Okri' }, acted_by: { name: 'Ada Lovelace' } })
    })

    it('needs a user of the company who is enabled', async () => {
      expect((await ada.phones.with({ 'x-user-id': 'nobody' }).get('/system/account')).status).toBe(403)
    })
  })

  describe('a socket', () => {
    let url: string
    beforeAll(async () => {
      url = await world.listen()
    })
    const connect = (session: BrowserSession, headers: Record<string, string> = {}) =>
      SocketClient.connect(url, ['websocket'], {
        cookie: session.cookie,
        host: 'chat.example.com',
        ...headers,
      })

    it('authenticates with the session and the token of our own pages', async () => {
      const client = await connect(ben)
      const heard = await client.authenticate({ csrf_token: ben.csrfToken })
      expect(heard).toMatchObject({ name: 'authenticated', payload: { user_id: world.contacts.ben } })
      client.socket.close()
    })

    it.each([
      ['a token of somebody else', () => connect(ben), () => ada.csrfToken],
      ['another site', () => connect(ben, { origin: 'http://evil.example' }), () => ben.csrfToken],
      ['no cookie', () => SocketClient.connect(url, ['websocket']), () => ben.csrfToken],
    ])('is refused with %s', async (_what, open, token) => {
      const client = await open()
      expect((await client.authenticate({ csrf_token: token() })).name).toBe('unauthorized')
    })

    it('makes a user available who had never signed in, and was away until then', async () => {
      const { cleo } = world.people
      const { body: nell } = await world.owner.post('/company/contacts', { first_name: 'Nell' })
      const status = async () =>
        (await world.owner.get('/statuses/v2/users', { user_id: nell.id })).body[0].status.status
      const path = `/workspace/phone_users/${cleo.id}`
      await chatOf('ada').put(path, { phone_user_id: JSON.stringify(nell.id) })
      expect(await status()).toBe('away')
      const session = await world.signIn(cleo)
      const client = await connect(session)
      expect((await client.authenticate({ csrf_token: session.csrfToken })).name).toBe('authenticated')
      expect(await status()).toBe('available')
      const { body } = await world.owner.get(`/company/contacts/${nell.id}`)
      expect(body.last_enter).not.toBeNull()
      await chatOf('ada').put(path, { phone_user_id: null })
    })

    it.each([
      [
        'the session ends',
        async (cleo: BrowserSession) => {
          await world.app.inject({
            method: 'DELETE',
            url: '/api/v1/sessions/current',
            headers: { host: 'chat.example.com', cookie: cleo.cookie, 'x-csrftoken': cleo.csrfToken },
          })
        },
      ],
      [
        'an administrator takes the phone user away',
        async () => {
          const path = `/workspace/phone_users/${world.people.ben.id}`
          await chatOf('ada').put(path, { phone_user_id: null })
        },
      ],
    ])('is closed when %s, and requests are refused', async (_what, lose) => {
      const path = `/workspace/phone_users/${world.people.ben.id}`
      await chatOf('ada').put(path, { phone_user_id: JSON.stringify(world.contacts.ben) })
      const session = await world.signIn(world.people.ben)
      const client = await connect(session)
      expect((await client.authenticate({ csrf_token: session.csrfToken })).name).toBe('authenticated')
      await lose(session)
      await expect.poll(() => client.heard.map(({ name }) => name)).toContain('unauthorized')
      expect([401, 403]).toContain((await session.phones.get('/system/account')).status)
    })
  })

  it('a deactivated account has no access', async () => {
    const path = `/workspace/phone_users/${world.people.ben.id}`
    await chatOf('ada').put(path, { phone_user_id: JSON.stringify(world.contacts.ben) })
    const session = await world.signIn(world.people.ben)
    expect((await session.phones.get('/system/account')).status).toBe(200)
    await chatOf('ada').delete(`/users/${world.people.ben.id}`)
    expect((await session.phones.get('/system/account')).status).toBe(401)
  })
})
