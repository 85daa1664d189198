import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../src/chat/accounts/create-user.ts'
import type { User } from '../../src/chat/identity/users/user.ts'
import { hashPassword } from '../../src/platform/secrets/hash-password.ts'
import { GLOBEX_KEY } from '../../src/telephony/demo/create-demo-companies.ts'
import { carryEvents } from '../../src/workspace/bridge/carry-events.ts'
import { browserOfAda, ldapSettingsOf } from '../contract/directories/ldap-settings-of.ts'
import { ScimClient } from '../contract/directories/scim-client.ts'
import { isInstalled } from '../debian-packages.js'
import { ApiClient } from '../harness/api-client.ts'
import { engines } from '../harness/engines.ts'
import { OpenIdBrowser } from '../harness/openid-browser.ts'
import { waitForMails } from '../harness/read-mails.ts'
import { redirectUrisOf, startOpenIdProvider } from '../harness/start-openid-provider.ts'
import { LDAP_PASSWORD, startSlapd } from '../harness/start-slapd.ts'
import { TelephonyClient } from '../harness/telephony-client.ts'
import { type BrowserSession, startWorkspaceWorld, type WorkspaceWorld } from '../harness/workspace-world.ts'

const NUMBER = '+12025550101'
const GLOBEX = '+12025550199'
const PASSWORD = 'the password of Eve'

/** Ada owns the phones, Eve administers the organization, Ben is a member with an extension and a number. */
describe.each(engines.slice(0, 1))('between chat and phones, on %s', (engine) => {
  let world: WorkspaceWorld
  let eve: User
  let eveWithPhones: BrowserSession
  let list: string
  let extension: string
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine)
    const realm = (await world.workspace.realmsById.get(world.people.ada.realm_id))!
    const passwordHash = await hashPassword(PASSWORD)
    const chief = {
      email: 'eve@example.com',
      fullName: 'Eve Moor',
      role: 'administrator',
      passwordHash,
    } as const
    eve = (await createUser(world.workspace, realm, chief)).user
    await world.sync()
    eveWithPhones = await world.signIn(eve)
    list = `/instances/${world.pbx}/bulks/extensions`
    extension = (await world.owner.get(list, { search: '1002' })).body[0]._id
  })
  afterAll(() => world.stop())

  const chatOf = (name: keyof WorkspaceWorld['people']) => world.chatAs(world.people[name])
  const asEve = () => world.chatAs(eve)
  const benInChat = async () => (await chatOf('ada').get(`/users/${world.people.ben.id}`)).body.user
  const benWithPhones = async () => (await world.owner.get(`/company/contacts/${world.contacts.ben}`)).body
  const auditOf = async (id: string) => (await world.owner.get('/audit', { subject_id: id })).body
  const link = (client: ReturnType<typeof asEve>, userId: number, id: string | null) =>
    client.put(`/workspace/phone_users/${userId}`, { phone_user_id: JSON.stringify(id) })
  /** What the bot has written to Ben. */
  const toldBen = async (): Promise<string> => {
    await carryEvents(world.workspace)
    const page = { anchor: 'newest', num_before: 30, num_after: 0, apply_markdown: false }
    const { body } = await chatOf('ben').get('/messages', { ...page, narrow: [['is', 'private']] })
    return JSON.stringify(body.messages.map(({ content }: { content: string }) => content))
  }

  describe('who owns the phones', () => {
    it('cannot be signed in by an identity provider that another administrator has set up', async () => {
      const provider = await startOpenIdProvider()
      provider.serve(redirectUrisOf('http://chat.example.com'))
      const path = '/realm/identity_providers'
      const given = {
        label: 'Acme ID',
        issuer: provider.settings.OPENID_ISSUER!,
        client_id: provider.settings.OPENID_CLIENT_ID!,
        client_secret: provider.settings.OPENID_CLIENT_SECRET!,
        is_active: true,
        password: PASSWORD,
      }
      expect((await asEve().post(path, { ...given, password: 'wrong' })).status).toBe(400)
      const { id } = (await asEve().post(path, given)).body
      const signInAs = async (name: string) => {
        const email = `${name}@example.com`
        provider.person = { sub: name, email, email_verified: true }
        return new OpenIdBrowser(new ApiClient(world.app, undefined, { host: 'chat.example.com' })).signIn({
          provider: String(id),
        })
      }
      expect(await signInAs('ada')).toBe('/sign-in-failed/protected_account')
      expect(await signInAs('ben')).toBe('/')
      // Its owner vouches for it.
      await (await browserOfAda(world)).patch(`${path}/${id}`, { label: 'Our ID' })
      expect(await signInAs('ada')).toBe('/')
      await asEve().patch(`${path}/${id}`, { label: 'My ID', password: PASSWORD })
      expect(await signInAs('ada')).toBe('/sign-in-failed/protected_account')
      await asEve().delete(`${path}/${id}`)
      await provider.stop()
    })

    it.skipIf(!isInstalled('slapd'))(
      'cannot be signed in by an LDAP directory that another administrator has connected',
      async () => {
        const slapd = await startSlapd()
        const client = new ApiClient(world.app, undefined, { host: 'chat.example.com' })
        const signInAs = async (name: string) =>
          (await client.post('/fetch_api_key', { username: name, password: `${name}-secret` })).status
        const settings = ldapSettingsOf(slapd)
        const given = { settings, bind_password: LDAP_PASSWORD, password: PASSWORD }
        for (const name of ['ada', 'lou']) await slapd.addPerson(name)
        expect((await asEve().put('/realm/ldap', given)).status).toBe(200)
        expect([await signInAs('ada'), await signInAs('lou')]).toEqual([403, 200])
        const { report } = (await asEve().post('/realm/ldap/sync', { password: PASSWORD })).body
        expect(report.refused.names.join()).toContain('ada@example.com: This account owns the phones')
        // Its owner vouches for it, until another administrator changes it.
        const ada = await browserOfAda(world)
        expect((await ada.put('/realm/ldap', given)).status).toBe(200)
        expect(await signInAs('ada')).toBe(200)
        expect((await asEve().put('/realm/ldap', given)).status).toBe(200)
        expect(await signInAs('ada')).toBe(403)
        await asEve().delete('/realm/ldap')
        await slapd.end()
      },
    )

    it('gets no other address from a SCIM client of another administrator', async () => {
      const path = `/Users/${world.people.ada.id}`
      const address = (value: string) => ({ op: 'replace', path: 'userName', value })
      const { body } = await asEve().post('/realm/scim/token', { password: PASSWORD })
      const ofEve = new ScimClient(world.app, body.token)
      expect((await ofEve.patch(path, address('eve-too@example.com'))).status).toBe(403)
      expect(
        (await ofEve.patch(path, { op: 'replace', path: 'displayName', value: 'Ada King' })).status,
      ).toBe(200)
      const ofAda = await ScimClient.connect(world)
      expect((await ofAda.patch(path, address('ada.king@example.com'))).status).toBe(200)
      expect((await ofAda.patch(path, address('ada@example.com'))).status).toBe(200)
      expect((await chatOf('ada').get(`/users/${world.people.ada.id}`)).body.user.email).toBe(
        'ada@example.com',
      )
      await chatOf('ada').patch('/settings', { full_name: 'Ada Lovelace' })
      await asEve().delete('/realm/scim/token')
    })

    it('is not for administrators to decide', async () => {
      const message = 'Only the owner of the phones or the operator of the server may change this link.'
      for (const [userId, id] of [
        [world.people.ada.id, null],
        [world.people.ada.id, world.contacts.ben],
        [eve.id, world.contacts.ada],
      ] as const) {
        expect((await link(asEve(), userId, id)).body.msg).toBe(message)
      }
      expect((await chatOf('ada').get('/workspace')).body.phone_role).toBe('owner')
      expect((await asEve().get('/workspace')).body.phone_role).toBe('administrator')
    })

    it('does not follow from an address, which administrators cannot change either', async () => {
      const address = { contacts: { email: 'eve-too@example.com' } }
      const changed = await eveWithPhones.phones.patch(`/company/contacts/${world.contacts.ada}`, address)
      expect(changed.status).toBe(403)
    })

    it('an administrator does not act as the owner', async () => {
      const acting = eveWithPhones.phones.with({ 'x-user-id': 'primary' })
      expect((await acting.get('/system/account')).status).toBe(403)
    })
  })

  it('a link is audited with the name of who made it, and the person is told', async () => {
    expect((await link(asEve(), world.people.ben.id, null)).status).toBe(200)
    expect((await link(asEve(), world.people.ben.id, world.contacts.ben)).status).toBe(200)
    const [linked, unlinked] = (await auditOf(world.contacts.ben)).filter(({ action }: { action: string }) =>
      action.endsWith('linked'),
    )
    expect([unlinked.action, linked.action]).toEqual(['contact.unlinked', 'contact.linked'])
    for (const entry of [unlinked, linked]) expect(entry.contact.name).toBe('Eve Moor')
    expect(linked.after).toEqual({ account: 'Ben Okri <ben@example.com>', by: 'Eve Moor' })
    await expect.poll(toldBen).toContain('Eve Moor took the phone user of your account away.')
    // At first the account wins, whatever the phones say.
    await world.sync()
  })

  describe('a guest', () => {
    it('loses the phones, keeps the account, and gets them back as a member', async () => {
      const ben = await world.signIn(world.people.ben)
      expect((await ben.phones.get('/system/account')).status).toBe(200)
      await chatOf('ada').patch(`/users/${world.people.ben.id}`, { role: 600 })
      expect((await ben.phones.get('/system/account')).status).toBe(403)
      await world.owner.patch(`/company/contacts/${world.contacts.ben}`, { last_name: 'Okri-Smith' })
      await world.sync()
      expect((await benWithPhones()).activated).toBe(false)
      expect(await benInChat()).toMatchObject({ is_active: true, full_name: 'Ben Okri-Smith' })
      expect((await chatOf('ben').get('/workspace')).body.phone_role).toBeNull()
      expect((await link(chatOf('ada'), world.people.gus.id, world.contacts.ben)).body.msg).toBe(
        'Guests cannot have phones.',
      )
      await chatOf('ada').patch(`/users/${world.people.ben.id}`, { role: 400, full_name: 'Ben Okri' })
      await world.sync()
      expect((await benWithPhones()).activated).toBe(true)
      expect((await ben.phones.get('/system/account')).status).toBe(200)
    })
  })

  describe('the phones', () => {
    it('close an account, and never reopen it', async () => {
      await world.owner.patch(`/company/contacts/${world.contacts.ben}`, { activated: false })
      await world.sync()
      expect((await benInChat()).is_active).toBe(false)
      await world.owner.patch(`/company/contacts/${world.contacts.ben}`, { activated: true })
      await world.sync()
      expect((await benInChat()).is_active).toBe(false)
      expect((await benWithPhones()).activated).toBe(false)
      await chatOf('ada').post(`/users/${world.people.ben.id}/reactivate`)
      await world.sync()
      expect((await benWithPhones()).activated).toBe(true)
    })

    it('do not change a name that the organization has locked', async () => {
      await chatOf('ada').patch('/realm', { name_changes_disabled: true })
      const ben = await world.signIn(world.people.ben)
      const own = `/company/contacts/${world.contacts.ben}`
      expect((await ben.phones.patch(own, { first_name: 'Sir Ben' })).status).toBe(200)
      await world.sync()
      expect((await benInChat()).full_name).toBe('Ben Okri')
      expect((await benWithPhones()).first_name).toBe('Ben')
      await chatOf('ada').patch('/realm', { name_changes_disabled: false })
    })

    it('let nobody join the chat whom a program invites', async () => {
      const contacts = { email: 'stranger@example.com' }
      await world.owner.post('/company/contacts', { first_name: 'Stranger', contacts })
      const [mail] = await waitForMails(world.workspace, 'stranger@example.com')
      expect(mail!.subject).toBe('Invitation to the phone system of Acme')
      const { invites } = (await chatOf('ada').get('/invites')).body
      expect(JSON.stringify(invites)).not.toContain('stranger@example.com')
    })
  })

  describe('an administrator', () => {
    const path = () => `${list}/${extension}`
    const reset = () =>
      eveWithPhones.phones.post(`/instances/${world.pbx}/extensions/${extension}/reset-credentials`)
    const secretsOfBen = async () => {
      const { secret, voicemail_vmpwd: pin } = (await world.owner.get(path())).body.data
      return { secret, pin }
    }

    it('resets the credentials of an extension without seeing them, and the user is told', async () => {
      const before = await secretsOfBen()
      const answer = await reset()
      expect(answer.status).toBe(200)
      const after = await secretsOfBen()
      expect(after.secret).not.toBe(before.secret)
      expect(after.pin).not.toBe(before.pin)
      for (const name of ['secret', 'password', 'voicemail_vmpwd']) {
        expect(answer.body.data).not.toHaveProperty(name)
      }
      const chosen = { data: { secret: 'a-password-that-Eve-knows' } }
      expect((await eveWithPhones.phones.patch(path(), chosen)).status).toBe(403)
      await expect.poll(toldBen).toContain('Eve Moor changed the SIP password or PIN of your extension 1002.')
    })

    it('learns no credentials by taking an extension, and the user is told', async () => {
      const before = await secretsOfBen()
      const { body: account } = await eveWithPhones.phones.get('/system/account')
      const taken = await eveWithPhones.phones.patch(path(), { user: { id: account.id } })
      expect(taken.body.data.secret).not.toBe(before.secret)
      const given = await eveWithPhones.phones.patch(path(), { user: { id: world.contacts.ben } })
      expect(given.status).toBe(200)
      expect((await secretsOfBen()).secret).not.toBe(taken.body.data.secret)
      await expect.poll(toldBen).toContain('Eve Moor took extension 1002 from you.')
      const log = await world.workspace.telephony.database.read
        .selectFrom('events')
        .select(['audience', 'payload'])
        .where('type', '=', 'user.notice')
        .execute()
      // Nobody is told what they did themselves, and only the user concerned is told.
      expect(log.length).toBeGreaterThan(2)
      for (const { audience } of log) {
        expect(JSON.parse(audience)).toEqual({ to: 'contacts', contacts: [world.contacts.ben] })
      }
    })

    it('has the voicemail of a user mailed to the user only', async () => {
      const mailTo = (address: string) =>
        eveWithPhones.phones.patch(path(), { data: { voicemail_email: address } })
      expect((await mailTo('eve@example.com')).status).toBe(403)
      expect((await mailTo('ben@example.com')).status).toBe(200)
      const ben = await world.signIn(world.people.ben)
      const own = { data: { voicemail_email: 'ben-at-home@example.com' } }
      expect((await ben.phones.patch(path(), own)).status).toBe(200)
      // What is there already may be sent back.
      expect((await mailTo('ben-at-home@example.com')).status).toBe(200)
    })

    it('does not change trunks, through which all calls go', async () => {
      const trunk = { name: 'Mine', kind: 'ip', host: '192.0.2.66' }
      expect((await eveWithPhones.phones.get('/trunks')).status).toBe(200)
      expect((await eveWithPhones.phones.post('/trunks', trunk)).status).toBe(403)
    })

    it('who assigns a number to themselves does not read its older texts, and its users are told', async () => {
      const hank = new TelephonyClient(world.app, {
        authorization: `Bearer ${GLOBEX_KEY}`,
        'x-user-id': 'primary',
      })
      const number = `/texting/numbers/${encodeURIComponent(NUMBER)}`
      await world.owner.put(number, { users: [world.contacts.ben] })
      const opened = await hank.post('/texting/conversations', {
        from_number: GLOBEX,
        recipients: [{ number: NUMBER }],
      })
      const text = (content: string) =>
        hank.post(`/texting/conversations/${opened.body.id}/messages/publish`, { text: content })
      const ben = (await world.signIn(world.people.ben)).phones
      const read = async (client: TelephonyClient) => {
        const { body: conversations } = await client.get('/texting/conversations')
        const all = [JSON.stringify(conversations)]
        for (const { id } of conversations ?? []) {
          all.push(JSON.stringify((await client.get(`/texting/conversations/${id}/messages`)).body))
        }
        return all.join()
      }
      world.clock.advance(60)
      await text('only for Ben')
      await expect.poll(() => read(ben)).toContain('only for Ben')
      const [{ id }] = (await ben.get('/texting/conversations')).body
      world.clock.advance(60)
      const { body: account } = await eveWithPhones.phones.get('/system/account')
      const shared = { users: [world.contacts.ben, account.id] }
      expect((await eveWithPhones.phones.put(number, shared)).status).toBe(200)
      expect(await read(eveWithPhones.phones)).not.toContain('only for Ben')
      const found = await eveWithPhones.phones.get(`/texting/conversations/${id}`)
      expect(JSON.stringify(found.body)).not.toContain('only for Ben')
      expect((await eveWithPhones.phones.delete(`/texting/conversations/${id}`)).status).toBe(403)
      world.clock.advance(60)
      await text('for both')
      await expect.poll(() => read(eveWithPhones.phones)).toContain('for both')
      expect(await read(eveWithPhones.phones)).not.toContain('only for Ben')
      expect(await read(ben)).toContain('only for Ben')
      await expect.poll(toldBen).toContain(`Eve Moor shares your number ${NUMBER} with others.`)
      await world.owner.put(number, { users: [world.contacts.ben] })
    })

    it('does not show the texts of another user in a stream', async () => {
      const { stream_id: id } = (await asEve().get('/get_stream_id', { stream: 'test' })).body
      expect((await asEve().get('/workspace/free_numbers')).body.numbers).toEqual([])
      const tied = await asEve().put(`/workspace/numbers/${id}`, { number: NUMBER })
      expect(tied.body.msg).toMatch(/^This number belongs to other users/)
      expect((await chatOf('ada').put(`/workspace/numbers/${id}`, { number: NUMBER })).status).toBe(200)
      await expect.poll(toldBen).toContain(`Ada Lovelace shows the texts of your number ${NUMBER}`)
    })

    it('gets no key of a bot but with the bot, which leaves what they cannot read', async () => {
      const ben = chatOf('ben')
      const bot = (await ben.post('/bots', { full_name: 'Spy', short_name: 'spy', bot_type: 1 })).body
      const secret = { subscriptions: [{ name: 'just ben' }], invite_only: true }
      await ben.post('/users/me/subscriptions', secret)
      await ben.post('/users/me/subscriptions', { ...secret, principals: ['spy-bot@chat.example.com'] })
      const { body: registered } = await asEve().post('/register', {})
      expect(JSON.stringify(registered)).not.toContain(bot.api_key)
      for (const call of ['api_key', 'webhook_secret']) {
        expect((await asEve().get(`/bots/${bot.user_id}/${call}`)).body.msg).toBe('Insufficient permission')
      }
      const replaced = await asEve().post(`/bots/${bot.user_id}/api_key/regenerate`)
      expect(replaced.body.msg).toBe('Insufficient permission')
      const taken = await asEve().patch(`/bots/${bot.user_id}`, { bot_owner_id: eve.id })
      expect(taken.status).toBe(200)
      const { body: key } = await asEve().get(`/bots/${bot.user_id}/api_key`)
      expect(key.api_key).not.toBe(bot.api_key)
      const { body: queue } = await asEve().get('/events', {
        queue_id: registered.queue_id,
        last_event_id: -1,
        dont_block: true,
      })
      expect(JSON.stringify(queue)).not.toContain(bot.api_key)
      const members = await ben.get('/streams', { include_subscribed: true })
      const { stream_id: id } = members.body.streams.find(({ name }: { name: string }) => name === 'just ben')
      expect((await ben.get(`/streams/${id}/members`)).body.subscribers).toEqual(['ben@example.com'])
      await expect.poll(toldBen).toContain('Eve Moor gave your bot Spy to Eve Moor. Its key has changed.')
    })
  })
})
