import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { deleteExpiredSignIns } from '../../../src/chat/accounts/sign-in-jobs.ts'
import { hashPassword } from '../../../src/platform/secrets/hash-password.ts'
import { changeRealm, changeRealmSettings } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { waitForMails } from '../../harness/read-mails.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import {
  askedToken,
  confirm,
  emailOf,
  fromElsewhere,
  invalidLink,
  joinAs,
  waitingOf,
} from './email-change.ts'

const OLD = 'correct horse'

describe.each(engines)('Links to another address on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine, { TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterAll(() => world.stop())

  /** Somebody whose change to name@example.org waits. */
  const asker = async (name: string, rest: object = {}, password?: string) => {
    const user = await joinAs(world, name, rest)
    return { user, token: await askedToken(world, world.as(user), `${name}@example.org`, { password }) }
  }

  it('a link works once, also when it is used twice at the same time', async () => {
    const { user, token } = await asker('once')
    const answers = await Promise.all([confirm(world, token), confirm(world, token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await confirm(world, token)).body).toEqual(invalidLink)
    expect(await waitingOf(world, user)).toEqual([])
  })

  it('work within a day, and are forgotten after it', async () => {
    const [prompt, late] = [await asker('prompt'), await asker('late')]
    world.clock.advance(86_300)
    await deleteExpiredSignIns(world.chat)
    expect((await confirm(world, prompt.token)).status).toBe(200)
    world.clock.advance(100)
    expect((await confirm(world, late.token)).body).toEqual(invalidLink)
    expect(await emailOf(world, late.user)).toBe('late@example.com')
    expect(await waitingOf(world, late.user)).toHaveLength(1)
    await deleteExpiredSignIns(world.chat)
    expect(await waitingOf(world, late.user)).toEqual([])
  })

  it('are replaced by the next one', async () => {
    const { user, token } = await asker('fickle')
    const second = await askedToken(world, world.as(user), 'fickle@example.net')
    expect(await waitForMails(world, user.email, 2)).toHaveLength(2)
    expect(await waitingOf(world, user)).toHaveLength(1)
    expect((await confirm(world, token)).body).toEqual(invalidLink)
    expect((await confirm(world, second)).status).toBe(200)
    expect(await emailOf(world, user)).toBe('fickle@example.net')
  })

  it('do not take an address that somebody else has got meanwhile', async () => {
    const { user, token } = await asker('slow')
    const gus = await watch(world.gus, ['realm_user'])
    await joinAs(world, 'fast', { email: 'SLOW@example.org' })
    await gus.news()
    const { status, body } = await confirm(world, token)
    expect(status).toBe(400)
    expect(body).toEqual({ result: 'error', msg: 'Already has an account.', code: 'BAD_REQUEST' })
    expect(await emailOf(world, user)).toBe('slow@example.com')
    expect(await gus.news()).toEqual([])
  })

  it('of two who want the same address, the first to confirm gets it', async () => {
    const one = await asker('same')
    const other = await joinAs(world, 'alike')
    const token = await askedToken(world, world.as(other), 'same@example.org', { count: 2 })
    expect((await confirm(world, token)).status).toBe(200)
    expect((await confirm(world, one.token)).body.msg).toBe('Already has an account.')
  })

  it('do nothing for a deactivated account, or where addresses are fixed by now', async () => {
    const [leaver, stayer] = [await asker('leaver'), await asker('stayer')]
    await deactivateUser(world.chat, leaver.user)
    expect((await confirm(world, leaver.token)).body).toEqual(invalidLink)
    expect(await emailOf(world, leaver.user)).toBe('leaver@example.com')
    await changeRealmSettings(world, { email_changes_disabled: true })
    expect((await confirm(world, stayer.token)).body.msg).toBe(
      'Email address changes are disabled in this organization.',
    )
    await changeRealmSettings(world, { email_changes_disabled: false })
    expect(await emailOf(world, stayer.user)).toBe('stayer@example.com')
  })

  it('do nothing at the host of another organization; a wrong token does nothing at all', async () => {
    const { user, token } = await asker('homebody')
    await foundOrganization(world, 'other.example.com')
    const there = fromElsewhere(world).with({ host: 'other.example.com' })
    expect((await confirm(world, token, there)).body).toEqual(invalidLink)
    for (const wrong of ['x'.repeat(43), 'short', 'x'.repeat(400)])
      expect((await confirm(world, wrong)).body).toEqual(invalidLink)
    expect(await emailOf(world, user)).toBe('homebody@example.com')
    expect((await confirm(world, token)).status).toBe(200)
  })

  it('lead to the host of the organization, and do nothing while that is closed', async () => {
    const { realm, member, people } = await foundOrganization(world, 'apart.example.com')
    const token = await askedToken(world, member, 'member@example.org')
    const [mail] = await waitForMails(world, 'member@example.org')
    expect(mail!.link).toBe(`http://apart.example.com/email_changes/${token}`)
    const there = fromElsewhere(world).with({ host: 'apart.example.com' })
    await changeRealm(world, realm, { deactivated: 1 })
    expect((await confirm(world, token, there)).body).toEqual(invalidLink)
    await changeRealm(world, realm, { deactivated: 0 })
    expect((await confirm(world, token, there)).status).toBe(200)
    const renamed = world.as({ ...people.member, email: 'member@example.org' }, 'apart.example.com')
    expect((await renamed.get('/users/me')).status).toBe(200)
  })

  it('asked for by a thief are void after a new password or a new key', async () => {
    const passwordHash = await hashPassword(OLD)
    const [changer, resetter, keyed] = [
      await asker('changer', { passwordHash }, OLD),
      await asker('resetter', { passwordHash }, OLD),
      await asker('keyed'),
    ]
    const passwords = { old_password: OLD, new_password: 'battery staple' }
    expect((await world.as(changer.user).patch('/settings', passwords)).status).toBe(200)
    await fromElsewhere(world).post('/password_reset', { email: 'resetter@example.com' })
    const reset = (await waitForMails(world, 'resetter@example.com', 2)).find(({ link }) => link !== '')!
    const path = `/password_reset/${reset.link.split('/').at(-1)}`
    expect((await fromElsewhere(world).post(path, { password: 'battery staple' })).status).toBe(200)
    expect((await world.as(keyed.user).post('/users/me/api_key/regenerate')).status).toBe(200)
    for (const { user, token } of [changer, resetter, keyed]) {
      expect((await confirm(world, token)).body).toEqual(invalidLink)
      expect(await emailOf(world, user)).toBe(user.email)
    }
  })

  it('asked for together with a new password work', async () => {
    const user = await joinAs(world, 'thorough', { passwordHash: await hashPassword(OLD) })
    const email = 'thorough@example.org'
    await world.as(user).patch('/settings', { email, old_password: OLD, new_password: 'battery staple' })
    const [mail] = await waitForMails(world, email)
    expect((await confirm(world, mail!.link.split('/').at(-1)!)).status).toBe(200)
    expect(await emailOf(world, user)).toBe(email)
  })

  it('can be tried thirty times a minute from one address', async () => {
    const { token } = await asker('patient')
    const one = fromElsewhere(world)
    for (let time = 0; time < 30; time += 1) expect((await confirm(world, 'guess', one)).status).toBe(400)
    const { status, body } = await confirm(world, token, one)
    expect([status, body.code]).toEqual([429, 'RATE_LIMIT_HIT'])
    expect((await confirm(world, token)).status).toBe(200)
  })

  it('can be looked at, which changes nothing', async () => {
    const { user, token } = await asker('reader')
    const look = (of = token) => fromElsewhere(world).get(`/email_changes/${of}`)
    expect((await look()).body).toEqual({
      result: 'success',
      msg: '',
      email: 'reader@example.com',
      new_email: 'reader@example.org',
      realm_name: 'Acme',
    })
    expect(await emailOf(world, user)).toBe('reader@example.com')
    expect((await confirm(world, token)).status).toBe(200)
    expect(await emailOf(world, user)).toBe('reader@example.org')
    for (const link of [token, 'guess']) expect((await look(link)).body).toEqual(invalidLink)
  })

  it('share the thirty looks a minute of an address with the attempts to confirm', async () => {
    const one = fromElsewhere(world)
    for (let time = 0; time < 30; time += 1) {
      expect((await one.get('/email_changes/guess')).status).toBe(400)
    }
    expect((await confirm(world, 'guess', one)).status).toBe(429)
  })
})
