import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../../src/platform/secrets/hash-password.ts'
import { changeRealmSettings } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { readMails, waitForMails } from '../../harness/read-mails.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { signIn } from '../sign-in/browser.ts'
import { askedToken, confirm, emailOf, joinAs, waitingOf } from './email-change.ts'

const success = { result: 'success', msg: '' }

describe.each(engines)('Another address of the own account on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine, { TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterAll(() => world.stop())

  it('a mail to the new address, a notice to the old one, and nothing changes yet', async () => {
    const user = await joinAs(world, 'mover')
    const [gus, own] = [await watch(world.gus, undefined), await watch(world.as(user), undefined)]
    const { body } = await world.as(user).patch('/settings', { email: ' Moved@example.org ' })
    expect(body).toEqual(success)
    const [mail] = await waitForMails(world, 'Moved@example.org')
    expect(mail!.subject).toBe('Confirm your new email address for Acme')
    expect(mail!.link).toMatch(/^http:\/\/chat\.example\.com\/email_changes\/[\w-]{43}$/)
    expect(mail!.text).toContain('mover@example.com')
    const [notice] = await waitForMails(world, 'mover@example.com')
    expect(notice!.subject).toBe('Your email address at Acme is about to change')
    expect(notice!.text).toContain('Moved@example.org')
    expect(notice!.link).toBe('')
    expect(await gus.news()).toEqual([])
    expect(await own.news()).toEqual([])
    expect(await emailOf(world, user)).toBe('mover@example.com')
    expect((await world.as(user).get('/users/me')).body.email).toBe('mover@example.com')
    expect(JSON.stringify(await waitingOf(world, user))).not.toContain(mail!.link.split('/').at(-1))
  })

  it('the present address is confirmed by a mail to it, once, also where changes are disabled', async () => {
    const user = await joinAs(world, 'copied')
    const own = world.as(user)
    const known = async () => (await own.get('/users/me/email')).body
    expect(await known()).toEqual({ ...success, email: 'copied@example.com', is_confirmed: false })
    await changeRealmSettings(world, { email_changes_disabled: true })
    expect((await own.post('/users/me/email/confirmation')).body).toEqual(success)
    const [mail] = await waitForMails(world, 'copied@example.com')
    expect(mail!.subject).toBe('Confirm your email address for Acme')
    expect((await confirm(world, mail!.link.split('/').at(-1)!)).body).toEqual(success)
    expect(await known()).toEqual({ ...success, email: 'copied@example.com', is_confirmed: true })
    const again = await own.post('/users/me/email/confirmation')
    expect(again.body).toMatchObject({
      result: 'error',
      msg: 'Your email address has been confirmed already.',
    })
    await changeRealmSettings(world, { email_changes_disabled: false })
  })

  it('confirmed: everybody gets events about it and about the avatar drawn from it', async () => {
    const user = await joinAs(world, 'novel')
    const [gus, own] = [await watch(world.gus, ['realm_user']), await watch(world.as(user), ['realm_user'])]
    const token = await askedToken(world, world.as(user), 'Novel@example.org')
    expect((await confirm(world, token)).body).toEqual(success)
    const person = { user_id: user.id, email: 'Novel@example.org' }
    const { avatar_url: url } = (await world.ada.get(`/users/${user.id}`)).body.user
    const news = await gus.news()
    expect(news).toEqual([
      {
        type: 'realm_user',
        op: 'update',
        person: { ...person, new_email: 'Novel@example.org', delivery_email: 'Novel@example.org' },
        id: expect.any(Number),
      },
      {
        type: 'realm_user',
        op: 'update',
        person: { ...person, avatar_url: url, avatar_url_medium: url, avatar_source: 'G' },
        id: expect.any(Number),
      },
    ])
    const renamed = world.as({ ...user, email: 'novel@example.org' })
    const { body } = await renamed.get('/events', { queue_id: own.queueId, last_event_id: -1 })
    expect(body.events).toMatchObject([{ person: { new_email: 'Novel@example.org' } }, { person }])
    expect((await world.ada.get('/users/novel@example.org')).body.user.user_id).toBe(user.id)
    expect((await world.ada.get('/users/novel@example.com')).status).toBe(400)
  })

  it('confirmed: the key works with the new address only; sessions stay', async () => {
    const user = await joinAs(world, 'keyed')
    const browser = await signIn(world.nobody, 'keyed@example.com')
    const renamed = world.as({ ...user, email: 'keyed@example.org' })
    const token = await askedToken(world, browser.client, 'keyed@example.org')
    expect((await world.as(user).get('/users/me')).status).toBe(200)
    expect((await renamed.get('/users/me')).status).toBe(401)
    expect((await confirm(world, token)).status).toBe(200)
    expect((await world.as(user).get('/users/me')).status).toBe(401)
    expect((await renamed.get('/users/me')).body.email).toBe('keyed@example.org')
    expect((await browser.client.get('/users/me')).body.email).toBe('keyed@example.org')
  })

  it('confirmed: password links that went to the old address stop working', async () => {
    const user = await joinAs(world, 'resetter')
    await world.nobody.post('/password_reset', { email: user.email })
    const [mail] = await waitForMails(world, user.email)
    expect(
      (await confirm(world, await askedToken(world, world.as(user), 'resetter@example.org'))).status,
    ).toBe(200)
    const reset = `/password_reset/${mail!.link.split('/').at(-1)}`
    expect((await world.nobody.post(reset, { password: 'a new password' })).status).toBe(400)
  })

  it('old_password | required from people with a password: a stolen session is not enough', async () => {
    const passwordHash = await hashPassword('the password')
    const user = await joinAs(world, 'careful', { passwordHash })
    const { client: thief } = await signIn(world.nobody, user.email)
    const email = 'thief@example.org'
    for (const client of [thief, world.as(user)]) {
      const missing = await client.patch('/settings', { email })
      expect(missing.body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'old_password' })
      const wrong = await client.patch('/settings', { email, old_password: 'a guess' })
      expect(wrong.body.msg).toBe('Wrong password!')
    }
    expect(await waitingOf(world, user)).toEqual([])
    const right = { email: 'careful@example.org', old_password: 'the password' }
    expect((await thief.patch('/settings', right)).status).toBe(200)
    expect(await waitingOf(world, user)).toMatchObject([{ new_email: 'careful@example.org' }])
    const receivers = (await readMails(world)).map(({ to }) => to)
    expect(receivers).not.toContain(email)
  })

  it('the same address, or none, is nothing to do; another spelling is confirmed like any other', async () => {
    const user = await joinAs(world, 'speller')
    for (const email of [user.email, ` ${user.email} `, '', ' '])
      expect((await world.as(user).patch('/settings', { email })).body).toEqual(success)
    expect(await waitingOf(world, user)).toEqual([])
    const token = await askedToken(world, world.as(user), 'Speller@example.com')
    expect((await confirm(world, token)).status).toBe(200)
    expect(await emailOf(world, user)).toBe('Speller@example.com')
  })

  it('a guest may, too; with other changes it is all or nothing', async () => {
    const user = await joinAs(world, 'visitor', { role: 'guest' })
    const change = { full_name: 'A@B', email: 'visitor@example.org' }
    expect((await world.as(user).patch('/settings', change)).status).toBe(400)
    expect(await waitingOf(world, user)).toEqual([])
    const both = { full_name: 'Vis Itor', email: 'visitor@example.org' }
    expect((await world.as(user).patch('/settings', both)).body).toEqual({
      ...success,
      full_name: 'Vis Itor',
    })
    const [mail] = await waitForMails(world, 'visitor@example.org')
    expect((await confirm(world, mail!.link.split('/').at(-1)!)).status).toBe(200)
    expect(await emailOf(world, user)).toBe('visitor@example.org')
  })

  it('taken, malformed, or not allowed: nothing is stored, and no mail is sent', async () => {
    const user = await joinAs(world, 'refused')
    const refuses = async (email: string, msg: string) => {
      const { status, body } = await world.as(user).patch('/settings', { email, full_name: 'Changed' })
      expect(status).toBe(400)
      expect(body).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' })
      expect(await waitingOf(world, user)).toEqual([])
      expect((await world.as(user).get('/users/me')).body.full_name).toBe(user.full_name)
    }
    await refuses('BEN@example.com', 'Already has an account.')
    await refuses('nowhere', 'Enter a valid email address.')
    await changeRealmSettings(world, { email_changes_disabled: true })
    await refuses('free@example.com', 'Email address changes are disabled in this organization.')
    // Mails go out in order: when this one is there, the others would be.
    const chief = await joinAs(world, 'chief', { role: 'administrator' })
    const token = await askedToken(world, world.as(chief), 'chief@example.org')
    expect((await confirm(world, token)).status).toBe(200)
    await changeRealmSettings(world, { email_changes_disabled: false })
    const receivers = (await readMails(world)).map(({ to }) => to)
    expect(receivers).toContain('chief@example.org')
    for (const address of ['BEN@example.com', 'nowhere', 'free@example.com', user.email])
      expect(receivers).not.toContain(address)
  })

  it('five requests per account within half an hour; what is no address does not count', async () => {
    const [user, other] = [await joinAs(world, 'restless'), await joinAs(world, 'calm')]
    const ask = (email: string, who = user) => world.as(who).patch('/settings', { email })
    expect((await ask('nowhere')).status).toBe(400)
    for (let time = 0; time < 5; time += 1) expect((await ask(`r${time}@example.org`)).status).toBe(200)
    const { status, body } = await ask('r5@example.org')
    expect(status).toBe(429)
    expect(body).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': expect.any(Number) })
    expect(await waitingOf(world, user)).toMatchObject([{ new_email: 'r4@example.org' }])
    expect((await ask('calm@example.org', other)).status).toBe(200)
    expect((await world.as(user).patch('/settings', { night_mode: true })).status).toBe(200)
    world.clock.advance(1801)
    expect((await ask('r5@example.org')).status).toBe(200)
  })
})
