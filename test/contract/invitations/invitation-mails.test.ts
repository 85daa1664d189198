import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { usersTable } from '../../../src/chat/identity/users/users-table.ts'
import { engines } from '../../harness/engines.ts'
import { freePort } from '../../harness/free-port.ts'
import { type MailCatcher, startMailCatcher } from '../../harness/mail-catcher.ts'
import { entriesOf, failedEntriesOf } from '../../harness/outbox-entries.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Mails of invitations by SMTP on %s', (engine) => {
  let world: World
  let catcher: MailCatcher | undefined
  let port: number
  beforeAll(async () => {
    port = await freePort()
    world = await startWorld(engine, {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Acme <acme@example.com>',
      LOG_LEVEL: 'silent',
    })
  })
  afterAll(async () => {
    await world.stop()
    await catcher?.stop()
  })

  const outbox = () => entriesOf(world.chat.database, 'mail')
  const until = async (condition: () => Promise<boolean> | boolean) => {
    for (let attempt = 0; attempt < 400; attempt += 1) {
      if (await condition()) return
      await new Promise((next) => setTimeout(next, 25))
    }
    throw new Error('it has not come to pass')
  }
  const invite = (email: string) => world.ben.post('/invites', { invitee_emails: email })
  const triedTimes = (count: number) => async () => {
    const [row] = await outbox()
    return row?.attempts === count && row.claimed_by === null
  }

  it('no mail server: tried again after a minute, then later and later; sealed meanwhile', async () => {
    // Nobody but the recipient of the mail gets the link.
    expect((await invite('waiting@example.com')).body).toEqual({ result: 'success', msg: '' })
    expect(JSON.stringify((await world.ada.get('/invites')).body)).not.toContain('link_url')
    await until(triedTimes(1))
    const [row] = await outbox()
    expect(row!.lane).toMatch(/^invitation \d+$/)
    expect(JSON.stringify(row)).not.toContain('waiting@example.com')
    world.clock.advance(61)
    await until(triedTimes(2))
    catcher = await startMailCatcher(port)
    world.clock.advance(301)
    await until(() => catcher!.mails.length === 1)
    expect(catcher.mails[0]).toMatchObject({
      recipients: ['waiting@example.com'],
      subject: 'Ben Okri has invited you to join Acme',
    })
    expect(catcher.mails[0]!.from?.text).toContain('acme@example.com')
    await until(async () => (await outbox()).length === 0)
    const token = /\/join\/(\S+)/.exec(catcher.mails[0]!.text!)![1]
    const person = { full_name: 'Wait Ing', password: 'long enough' }
    const { body } = await world.nobody.post(`/invites/accept/${token}`, person)
    const key = { realm_id: world.demo.realm.id, id: body.user_id }
    expect(await usersTable.find(world.chat.database.read, key)).toMatchObject({ email_proven: 1 })
  })

  it('an administrator who resets a password gets no link: the person gets a mail', async () => {
    const { cleo } = world.demo.people
    const { body } = await world.ada.post(`/users/${cleo.id}/password_reset`)
    expect(body).toEqual({ result: 'success', msg: '', reset_link: null })
    const mail = () => catcher!.mails.find(({ recipients }) => recipients.includes(cleo.email))
    await until(() => mail() !== undefined)
    expect(mail()!.text).toContain('Ada Lovelace (ada@example.com), an administrator of Acme')
    expect(mail()!.text).toMatch(/\/reset-password\/[\w-]{43}/)
  })

  it('a refused address is given up; the invitation stays', async () => {
    catcher!.refuse(550)
    await invite('refused@example.com')
    const listed = async () => JSON.stringify((await world.ben.get('/invites')).body)
    await until(async () => (await outbox()).length === 0)
    const failed = await failedEntriesOf(world.chat.database, 'mail')
    expect(failed).toMatchObject([{ error: expect.stringContaining('550') }])
    expect(await listed()).toContain('refused@example.com')
    catcher!.refuse(undefined)
  })

  it('a revoked invitation is not mailed any more', async () => {
    catcher!.refuse(451)
    await invite('revoked@example.com')
    await until(triedTimes(1))
    const { invites } = (await world.ben.get('/invites')).body
    const { id } = invites.find((one: { email: string }) => one.email === 'revoked@example.com')
    expect((await world.ben.delete(`/invites/${id}`)).status).toBe(200)
    expect(await outbox()).toEqual([])
    catcher!.refuse(undefined)
  })
  it('POST /invites/accept/:token/email: a reusable link mails a link to join, and does not reveal who has an account', async () => {
    const former = (
      await createUser(world.chat, world.demo.realm, { email: 'former@example.com', fullName: 'F' })
    ).user
    await deactivateUser(world.chat, former)
    const { invite_link: link } = (await world.ben.post('/invites/multiuse')).body
    const path = `/invites/accept/${link.split('/').at(-1)}`
    const person = { email: 'nina@example.com', full_name: 'Nina', password: 'long enough' }
    const people = async () => (await world.ada.get('/users')).body.members.length
    const before = await people()
    expect((await world.nobody.get(path)).body).toMatchObject({ email: null, confirms_email: true })
    expect((await world.nobody.post(path, person)).body.code).toBe('EMAIL_CONFIRMATION_REQUIRED')
    const ask = async (email: string) => {
      const { status, body } = await world.nobody.post(`${path}/email`, { email })
      return { status, body }
    }
    const mailTo = async (email: string) => {
      const find = () => catcher!.mails.findLast(({ recipients }) => recipients.includes(email))
      await until(() => find() !== undefined)
      return find()!
    }
    const same = { status: 200, body: { result: 'success', msg: '' } }
    for (const email of ['nina@example.com', 'ada@example.com', 'former@example.com', 'omar@example.com'])
      expect(await ask(email)).toEqual(same)
    expect((await mailTo('ada@example.com')).subject).toBe('You already have an account at Acme')
    expect((await mailTo('former@example.com')).text).toContain('It is deactivated.')
    expect(await people()).toBe(before)
    // Nobody has invited her, so that nobody finds her among the invitations, or gets her in with a provider.
    expect(JSON.stringify((await world.ada.get('/invites')).body)).not.toContain('nina@example.com')

    const tokenOf = async (email: string) => /\/join\/([\w-]{43})/.exec((await mailTo(email)).text!)![1]
    const nina = `/invites/accept/${await tokenOf('nina@example.com')}`
    expect((await world.nobody.get(nina)).body).toMatchObject({
      email: 'nina@example.com',
      confirms_email: false,
    })
    expect((await world.nobody.post(nina, { ...person, email: 'mallory@example.com' })).status).toBe(400)
    const joined = (await world.nobody.post(nina, person)).body
    expect(joined).toMatchObject({ email: 'nina@example.com', user_id: expect.any(Number) })
    expect(
      (await usersTable.find(world.chat.database.read, { realm_id: former.realm_id, id: joined.user_id }))!
        .email_proven,
    ).toBe(1)
    expect((await world.nobody.post(nina, person)).body.reason).toBe('used')

    const omar = `/invites/accept/${await tokenOf('omar@example.com')}`
    const { invites } = (await world.ben.get('/invites')).body
    const { id } = invites.find((one: { is_multiuse: boolean }) => one.is_multiuse)
    expect((await world.ben.delete(`/invites/multiuse/${id}`)).status).toBe(200)
    expect((await world.nobody.post(omar, person)).body.reason).toBe('revoked')
    expect((await ask('omar@example.com')).body.reason).toBe('revoked')
  })

  it('one address gets five mails of links to join in half an hour, with an account and without', async () => {
    const { invite_link: link } = (await world.ben.post('/invites/multiuse')).body
    const path = `/invites/accept/${link.split('/').at(-1)}/email`
    for (const email of ['ben@example.com', 'pia@example.com']) {
      for (let time = 0; time < 5; time += 1)
        expect((await world.nobody.post(path, { email })).status).toBe(200)
      expect((await world.nobody.post(path, { email })).body.code).toBe('RATE_LIMIT_HIT')
    }
  })
})
