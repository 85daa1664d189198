import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { type InvitationMails, watchInvitationMails } from './invitation-mails.ts'

const WEEK = 7 * 86_400

describe.each(engines)('invitations on %s', (engine) => {
  let world: TelephonyWorld
  let mails: InvitationMails
  beforeAll(async () => {
    world = await startTelephonyWorld(engine, { LOG_LEVEL: 'silent' })
    mails = watchInvitationMails(world)
  })
  afterAll(async () => {
    await world.stop()
  })
  // Strangers may look up 30 a minute.
  beforeEach(() => world.clock.advance(61))

  async function invite(name: string) {
    const email = `${name.toLowerCase()}@example.com`
    const { body } = await world.ada.post('/company/contacts', { first_name: name, contacts: { email } })
    return { id: body.id as string, email, path: `/company/contacts/${body.id}/invitation`, created: body }
  }
  const look = (token: string) => world.stranger.get(`/invitations/${token}`)
  const accept = (token: string) => world.stranger.post('/invitations/accept', { token })
  const statusOf = async (email: string) => {
    const { body } = await world.ada.get('/system/company/contacts', { work_email: email })
    return body[0].invitation.status
  }

  it('creating a user with an address mails one, and only the mail has the token', async () => {
    const { email, created } = await invite('Cleo')
    expect(created.invitation).toMatchObject({ status: 'pending', accepted_at: null })
    const { issued_at: issued, expired_at: end } = created.invitation
    expect(Date.parse(end) - Date.parse(issued)).toBe(WEEK * 1000)
    const token = await mails.tokenFor(email)
    const text = await mails.textOf(email)
    expect(text).toContain('Invitation to the phone system of Acme')
    expect(text).toContain(`http://phones.example.com/portal/invitation/${token}\n`)
    expect(text).toContain(`code in your app:\n\n${token}\n`)
    expect(text).toMatch(new RegExp(`expires on \\w+day, ${Number(end.slice(8, 10))} `))
    expect(text).toContain(` at ${end.slice(11, 16)} UTC.`)
    const { body: trail } = await world.ada.get('/audit')
    expect(JSON.stringify([created, trail])).not.toContain(token)
    const rows = await world.telephony.database.read.selectFrom('contacts').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(await mails.countFor(email)).toBe(1)
  })

  it('names the end of the invitation in the time zone of the user', async () => {
    const email = 'tess@example.com'
    const { body } = await world.ada.post('/company/contacts', {
      first_name: 'Tess',
      contacts: { email },
      timezone: 'Asia/Tokyo',
    })
    await mails.tokenFor(email)
    const end = new Date(Date.parse(body.invitation.expired_at) + 9 * 3_600_000).toISOString()
    expect(await mails.textOf(email)).toContain(` at ${end.slice(11, 16)} GMT+9.`)
  })

  it('GET /invitations/:token tells who invites whom, and nothing else', async () => {
    const { email, created } = await invite('Dora')
    const { status, body } = await look(await mails.tokenFor(email))
    expect(status).toBe(200)
    expect(body).toEqual({
      company: { name: 'Acme' },
      contact: { first_name: 'Dora', last_name: '', email },
      status: 'pending',
      expires_at: created.invitation.expired_at,
    })
    expect(await statusOf(email)).toBe('pending')
  })

  it('pending -> accepted: POST /invitations/accept, which counts as the first visit', async () => {
    const { id, email } = await invite('Emma')
    const token = await mails.tokenFor(email)
    const { status, body } = await accept(token)
    expect({ status, now: body.status }).toEqual({ status: 200, now: 'accepted' })
    const { body: list } = await world.ada.get('/system/company/contacts', { work_email: email })
    expect(list[0].invitation).toMatchObject({ status: 'accepted', accepted_at: expect.any(String) })
    expect(list[0].last_enter).toBe(list[0].invitation.accepted_at)
    const { body: trail } = await world.ada.get('/audit', { subject_id: id })
    expect(trail[0]).toMatchObject({
      action: 'contact.invitation_accepted',
      contact: { id },
      api_key: null,
      before: { invitation: { status: 'pending' } },
    })
  })

  it('one that was accepted is 410, to look at and to accept', async () => {
    const { email, path } = await invite('Fay')
    const token = await mails.tokenFor(email)
    const answers = await Promise.all([accept(token), accept(token), accept(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    expect((await look(token)).body).toMatchObject({
      status: 410,
      detail: expect.stringContaining('accepted'),
    })
    expect((await world.ada.post(path)).status).toBe(409)
    expect((await world.ada.delete(path)).status).toBe(409)
    expect(await statusOf(email)).toBe('accepted')
  })

  it('pending -> expired by itself after seven days, and is 410 then', async () => {
    const { email, path } = await invite('Gina')
    const token = await mails.tokenFor(email)
    world.clock.advance(WEEK - 30)
    expect((await look(token)).status).toBe(200)
    world.clock.advance(60)
    expect((await look(token)).body).toMatchObject({
      status: 410,
      detail: expect.stringContaining('expired'),
    })
    expect((await accept(token)).status).toBe(410)
    expect(await statusOf(email)).toBe('expired')
    expect((await world.ada.delete(path)).status).toBe(409)
  })

  it('pending -> revoked: DELETE /company/contacts/:contact_id/invitation, and is 410 then', async () => {
    const { email, path } = await invite('Hera')
    const token = await mails.tokenFor(email)
    const { status, body } = await world.ada.delete(path)
    expect({ status, now: body.invitation.status }).toEqual({ status: 200, now: 'revoked' })
    expect((await accept(token)).body).toMatchObject({
      status: 410,
      detail: expect.stringContaining('revoked'),
    })
    expect((await look(token)).status).toBe(410)
    expect((await world.ada.delete(path)).status).toBe(409)
    expect(await statusOf(email)).toBe('revoked')
  })

  it.each([
    ['expired', async () => world.clock.advance(WEEK + 1)],
    ['revoked', async (path: string) => void (await world.ada.delete(path))],
    ['pending', async () => {}],
  ])('%s -> pending: POST /company/contacts/:contact_id/invitation mails a new token', async (from, make) => {
    const { email, path } = await invite(`Again-${from}`)
    const old = await mails.tokenFor(email)
    await make(path)
    expect(await statusOf(email)).toBe(from)
    world.clock.advance(60)
    const { status, body } = await world.ada.post(path)
    expect({ status, now: body.invitation.status }).toEqual({ status: 200, now: 'pending' })
    const token = await mails.tokenFor(email, 2)
    expect(token).not.toBe(old)
    expect((await accept(old)).status).toBe(404)
    expect((await accept(token)).status).toBe(200)
  })

  it('a user without an address gets the mail with the address', async () => {
    const { body } = await world.ada.post('/company/contacts', { first_name: 'Iris' })
    expect(body.invitation.status).toBe('pending')
    await world.ada.patch(`/company/contacts/${body.id}`, { contacts: { email: 'iris@example.com' } })
    expect((await accept(await mails.tokenFor('iris@example.com'))).status).toBe(200)
  })

  it('a mail server that fails does not fail the creation; the mail is sent when it works again', async () => {
    const { mailer } = world.telephony
    const { send } = mailer
    let refused = 0
    mailer.send = async () => {
      refused += 1
      throw new Error('451 come back later')
    }
    const { email, created } = await invite('Juno')
    expect(created.invitation.status).toBe('pending')
    for (let round = 0; round < 200 && refused === 0; round += 1) {
      await new Promise((next) => setTimeout(next, 25))
    }
    expect(refused).toBeGreaterThan(0)
    mailer.send = send
    for (let round = 0; round < 200 && (await mails.countFor(email)) === 0; round += 1) {
      world.clock.advance(61)
      await new Promise((next) => setTimeout(next, 25))
    }
    const token = await mails.tokenFor(email)
    expect((await accept(token)).status).toBe(200)
    expect(await mails.countFor(email)).toBe(1)
  })

  it('who is deleted or disabled cannot accept any more', async () => {
    const kate = await invite('Kate')
    const lena = await invite('Lena')
    const tokens = [await mails.tokenFor(kate.email), await mails.tokenFor(lena.email)]
    await world.ada.delete(`/company/contacts/${kate.id}`)
    await world.ada.patch(`/company/contacts/${lena.id}`, { activated: false })
    expect((await accept(tokens[0]!)).status).toBe(404)
    expect((await accept(tokens[1]!)).status).toBe(410)
    expect((await look(tokens[1]!)).status).toBe(410)
  })

  it('what is no token is 400 or 404', async () => {
    for (const body of [
      {},
      { token: '' },
      { token: 5 },
      { token: 'x', more: 1 },
      { token: 'x'.repeat(201) },
    ]) {
      expect((await world.stranger.post('/invitations/accept', body)).status).toBe(400)
    }
    expect((await accept('x'.repeat(32))).status).toBe(404)
    for (const token of ['x'.repeat(32), '%00', 'null', encodeURIComponent("' or 1=1 --")]) {
      expect((await look(token)).status).toBe(404)
    }
  })

  it('strangers can try 30 tokens a minute', async () => {
    const { email } = await invite('Mona')
    const token = await mails.tokenFor(email)
    for (let count = 0; count < 30; count += 1) expect((await look(`guess-${count}`)).status).toBe(404)
    const { status, headers } = await accept(token)
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(await statusOf(email)).toBe('pending')
    world.clock.advance(61)
    expect((await accept(token)).status).toBe(200)
  })

  it('only the owner invites and revokes, and only users of the company', async () => {
    const { email, path } = await invite('Nora')
    const token = await mails.tokenFor(email)
    for (const [client, status] of [
      [world.ben, 403],
      [world.hank, 404],
      [world.stranger, 401],
    ] as const) {
      expect((await client.post(path)).status).toBe(status)
      expect((await client.delete(path)).status).toBe(status)
    }
    expect((await world.ada.post('/company/contacts/000000000000000000000000/invitation')).status).toBe(404)
    expect((await accept(token)).status).toBe(200)
  })

  it('the owner of a company has none to answer', async () => {
    const { id } = world.demo.acme.owner
    expect((await world.ada.post(`/company/contacts/${id}/invitation`)).status).toBe(409)
    expect(await mails.countFor('ada@example.com')).toBe(0)
  })
})
