import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { removeLdap, storeLdap } from '../../../src/chat/accounts/ldap/change-ldap.ts'
import type { LdapSettings } from '../../../src/chat/accounts/ldap/ldap-settings.ts'
import { findUserByEmail } from '../../../src/chat/identity/users/user-store.ts'
import { createRealm } from '../../../src/chat/organization/create-realm.ts'
import { isInstalled } from '../../debian-packages.js'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { waitForMails } from '../../harness/read-mails.ts'
import { LDAP_BASE, LDAP_PASSWORD, type RunningSlapd, startSlapd } from '../../harness/start-slapd.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'
import { browserOfAda, ldapSettingsOf } from './ldap-settings-of.ts'

const PEOPLE = 8

describe.skipIf(!isInstalled('slapd')).each(engines)(
  'LDAP: accounts follow the directory, on %s',
  (engine) => {
    let world: WorkspaceWorld
    let slapd: RunningSlapd
    let ada: ApiClient
    const dns: string[] = []
    beforeAll(async () => {
      slapd = await startSlapd()
      for (let index = 0; index < PEOPLE; index += 1) dns.push(await slapd.addPerson(`p${index}`))
      world = await startWorkspaceWorld(engine)
      ada = await browserOfAda(world)
      await follow(0)
    })
    afterAll(async () => {
      await world?.stop()
      await slapd?.end()
    })

    const accountOf = (email: string) =>
      findUserByEmail(world.workspace.database.read, world.people.ada.realm_id, email)
    const sync = async (options: Record<string, boolean> = {}) =>
      (await ada.post('/realm/ldap/sync', options)).body.report
    const follow = async (sync_minutes: number, rest: Partial<LdapSettings> = {}) => {
      const settings = ldapSettingsOf(slapd, { sign_in: false, sync_minutes, ...rest })
      expect((await ada.put('/realm/ldap', { settings, bind_password: LDAP_PASSWORD })).status).toBe(200)
    }
    const lastReport = async () => (await ada.get('/realm/ldap')).body.report

    it('a dry run says what would happen, and does nothing', async () => {
      const report = await sync({ dry_run: true })
      expect(report).toMatchObject({
        is_dry_run: true,
        people: PEOPLE,
        created: { count: PEOPLE },
        problem: null,
      })
      expect(report.created.names).toContain('p0@example.com')
      // An account that is taken over is not new.
      const dn = await slapd.addPerson('ben')
      expect((await sync({ dry_run: true })).changed.names).toEqual(['ben@example.com'])
      await slapd.remove(dn)
      expect(await accountOf('p0@example.com')).toBeUndefined()
    })

    it('creates and changes accounts when it is due; nothing changes twice', async () => {
      await follow(1)
      await expect.poll(lastReport).toMatchObject({ created: { count: PEOPLE } })
      expect(await accountOf('p7@example.com')).toMatchObject({ full_name: 'p7 of LDAP', is_active: 1 })
      await slapd.change(dns[7]!, 'cn', ['Seven'])
      await slapd.change(dns[7]!, 'mail', ['seven@example.com'])
      expect(await sync()).toMatchObject({ created: { count: 0 }, changed: { names: ['seven@example.com'] } })
      expect(await accountOf('seven@example.com')).toMatchObject({ full_name: 'Seven' })
      expect(await sync()).toMatchObject({
        created: { count: 0 },
        changed: { count: 0 },
        closed: { count: 0 },
      })
      // People who are only here stay as they are.
      expect((await accountOf('ben@example.com'))!.is_active).toBe(1)
    })

    it('groups become user groups, whose members follow the directory', async () => {
      const groupsInChat = async () =>
        (await ada.get('/user_groups')).body.user_groups.map(
          ({ name, members }: { name: string; members: number[] }) => ({ name, members }),
        )
      const idsOf = (...uids: string[]) =>
        Promise.all(uids.map(async (uid) => (await accountOf(`${uid}@example.com`))!.id))
      const own = { name: 'taken', members: [world.people.ben.id] }
      expect((await ada.post('/user_groups/create', { ...own, description: '' })).status).toBe(200)
      await slapd.addGroup('Sales', [dns[2]!])
      await slapd.addGroup('Europe', [`cn=Sales,ou=groups,${LDAP_BASE}`, dns[3]!])
      await slapd.addGroup('Strangers', [`cn=nobody,${LDAP_BASE}`])
      await slapd.addGroup('Taken', [dns[2]!])
      await follow(0, { user_groups: true })
      expect((await sync({ dry_run: true })).groups.names).toEqual(['Sales', 'Europe', 'Taken'])
      expect(await groupsInChat()).toEqual([own])
      expect(await sync()).toMatchObject({
        groups: { names: ['Sales', 'Europe'] },
        refused: { names: ["Taken: User group 'Taken' already exists."] },
        problem: null,
      })
      expect(await groupsInChat()).toEqual([
        own,
        { name: 'Sales', members: await idsOf('p2') },
        { name: 'Europe', members: await idsOf('p2', 'p3') },
      ])
      expect((await sync()).groups.count).toBe(0)
      const events = await watch(ada, ['user_group'])
      await slapd.change(`cn=Sales,ou=groups,${LDAP_BASE}`, 'member', [dns[4]!])
      await slapd.remove(`cn=Europe,ou=groups,${LDAP_BASE}`)
      expect((await sync()).groups.names).toEqual(['Sales', 'Europe'])
      expect(await groupsInChat()).toEqual([own, { name: 'Sales', members: await idsOf('p4') }])
      expect((await events.news()).map(({ op }) => op)).toEqual(['add_members', 'remove_members', 'remove'])
      // A list of groups that is empty removes none.
      await follow(0, { user_groups: true, group_filter: '(cn=nothing)' })
      expect((await sync()).problem).toContain('lacks 1 of 1 groups')
      expect(await groupsInChat()).toHaveLength(2)
      await follow(1)
      await expect.poll(lastReport).toMatchObject({ people: PEOPLE })
    })

    it('a person who leaves loses everything within a minute', async () => {
      const user = (await accountOf('p0@example.com'))!
      const session = await world.signIn(user)
      const path = { url: '/api/v1/users/me', headers: { host: 'chat.example.com', cookie: session.cookie } }
      expect((await world.app.inject(path)).statusCode).toBe(200)
      await slapd.remove(dns[0]!)
      world.clock.advance(60_000)
      await expect.poll(lastReport).toMatchObject({ closed: { names: ['p0@example.com'] } })
      expect((await world.app.inject(path)).statusCode).toBe(401)
      expect((await world.chatAs(user).get('/users/me')).body.code).toBe('USER_DEACTIVATED')
    })

    it('a directory that never responds delays no other', async () => {
      const leaver = await slapd.addPerson('leaver')
      await sync()
      const connections: Socket[] = []
      const silent = createServer((socket) => connections.push(socket.on('error', () => {})))
      await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
      const { workspace } = world
      const slow = await createRealm(workspace, { name: 'Slow', host: 'slow.example.com' })
      const url = `ldap://127.0.0.1:${(silent.address() as AddressInfo).port}`
      const settings = ldapSettingsOf(slapd, { url, sign_in: false, sync_minutes: 1 })
      const chief = { email: 'chief@example.com', fullName: 'Chief', role: 'administrator' as const }
      const { user } = await createUser(workspace, slow, chief)
      const wanted = { settings, bindPassword: LDAP_PASSWORD }
      await storeLdap(workspace, { realm: slow, user }, wanted)
      await expect.poll(() => connections.length).toBeGreaterThan(0)
      const open = connections.at(-1)!
      await slapd.remove(leaver)
      world.clock.advance(60)
      await expect
        .poll(lastReport, { timeout: 8_000 })
        .toMatchObject({ closed: { names: ['leaver@example.com'] } })
      // Still waited for, and not waited for by the others.
      expect(open.readyState).toBe('open')
      for (const socket of connections) socket.destroy()
      silent.close()
      await removeLdap(workspace, { realm: slow, user })
    })

    it('whom an administrator has closed stays closed', async () => {
      const { id } = (await accountOf('p1@example.com'))!
      await ada.delete(`/users/${id}`)
      expect((await sync()).refused).toMatchObject({ count: 1 })
      expect((await accountOf('p1@example.com'))!.is_active).toBe(0)
    })

    it('an empty, broken or absent directory closes nobody, and says so', async () => {
      const open = async () => (await accountOf('p3@example.com'))!.is_active
      for (const dn of dns.slice(1)) await slapd.remove(dn)
      const empty = await sync({ closes_many: true })
      expect(empty.problem).toContain('Nobody was closed')
      expect(await open()).toBe(1)
      await slapd.addPerson('last')
      // Who is disabled there is not missing.
      await slapd.change(await slapd.addPerson('idle'), 'objectClass', ['inetOrgPerson', 'shadowAccount'])
      await sync()
      await slapd.change(`uid=idle,ou=people,${LDAP_BASE}`, 'shadowExpire', ['1'])
      expect(await sync()).toMatchObject({
        problem: expect.stringContaining('limit'),
        held_back: PEOPLE - 2,
        closed: { names: ['idle@example.com'] },
      })
      expect((await accountOf('idle@example.com'))!.is_active).toBe(0)
      // Once, however often it is found.
      const mails = await waitForMails(world.workspace, 'ada@example.com')
      expect(mails.map(({ subject }) => subject)).toEqual([
        'Many people are missing in the directory of Acme',
      ])
      expect(await open()).toBe(1)
      await slapd.stop()
      expect((await sync()).problem).toContain('cannot be reached')
      expect(await open()).toBe(1)
      await slapd.start()
      expect(await sync({ closes_many: true })).toMatchObject({
        problem: null,
        closed: { count: PEOPLE - 2 },
      })
      expect(await open()).toBe(0)
      const dn = await slapd.addPerson('back', { mail: 'back@example.com' })
      await sync()
      await slapd.remove(dn)
      await sync()
      expect((await accountOf('back@example.com'))!.is_active).toBe(0)
    })
  },
)
