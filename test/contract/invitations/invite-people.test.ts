import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { changeRealmSettings } from '../../harness/change-realm.ts'
import { engines } from '../../harness/engines.ts'
import { waitForMails } from '../../harness/read-mails.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Invite people by mail on %s', (engine) => {
  let world: World
  const streams: Record<string, number> = {}
  beforeAll(async () => {
    world = await startWorld(engine)
    for (const { name, stream_id } of (await world.ada.get('/streams', { include_all_active: true })).body
      .streams)
      streams[name] = stream_id
  })
  afterAll(() => world.stop())

  const invite = (emails: string, args: object = {}, client: ApiClient = world.ben) =>
    client.post('/invites', { invitee_emails: emails, stream_ids: [], ...args })
  const pending = async () => (await world.ada.get('/invites')).body.invites
  const emailsOf = (invites: { email: string }[]) => invites.map(({ email }) => email)
  const refuses = async (body: object, emails: string, args: object = {}, client = world.ben) => {
    const before = await pending()
    const answer = await invite(emails, args, client)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ result: 'error', ...body })
    expect(await pending()).toEqual(before)
  }
  const failed = (msg: string, errors: unknown[]) => ({
    msg,
    code: 'INVITATION_FAILED',
    errors,
    sent_invitations: false,
    license_limit_reached: false,
    daily_limit_reached: false,
  })

  it('without a mail server the inviter gets the links, which the operator finds as mails', async () => {
    const answer = await invite(
      'One@Example.com, Two Too <two@example.com>\n one@example.com,\nthree@example.com',
    )
    expect(answer.status).toBe(200)
    const { invite_links: links } = answer.body
    expect(links.map(({ email }: { email: string }) => email)).toEqual([
      'One@Example.com',
      'two@example.com',
      'three@example.com',
    ])
    const [mail] = await waitForMails(world, 'One@example.com')
    expect(links[0].link).toBe(mail!.link)
    expect(mail!.subject).toBe('Ben Okri has invited you to join Acme')
    expect(mail!.text).toContain('Ben Okri (ben@example.com)')
    expect(mail!.link).toMatch(/^http:\/\/chat\.example\.com\/join\/[\w-]{43}$/)
    const [other] = await waitForMails(world, 'two@example.com')
    expect(other!.link).not.toBe(mail!.link)
    await waitForMails(world, 'three@example.com')
    expect(emailsOf(await pending())).toEqual(['three@example.com', 'two@example.com', 'One@Example.com'])
    const rows = await world.chat.database.read.selectFrom('invites').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(mail!.link.split('/').at(-1))
  })

  it('the list has all fields of an invitation', async () => {
    await invite('fields@example.com', { notify_referrer_on_join: false, invite_as: 600 })
    const [first] = await pending()
    expect(first).toEqual({
      id: expect.any(Number),
      invited_by_user_id: world.demo.people.ben.id,
      invited: expect.any(Number),
      expiry_date: first.invited + 10 * 86_400,
      invited_as: 600,
      email: 'fields@example.com',
      notify_referrer_on_join: false,
      is_multiuse: false,
      link_url: expect.stringMatching(/\/join\/[\w-]{43}$/),
    })
  })

  it.each([
    [100, 200],
    [200, 200],
    [300, 400],
    [400, 400],
    [600, 600],
  ])('invite_as %d: as %d', async (invite_as, invited_as) => {
    await invite(`as-${invite_as}@example.com`, { invite_as }, world.ada)
    expect((await pending())[0]).toMatchObject({ email: `as-${invite_as}@example.com`, invited_as })
  })

  it('invite_as | defaults to member; anything else is an error', async () => {
    await invite('as-usual@example.com')
    expect((await pending())[0].invited_as).toBe(400)
    await refuses({ msg: 'Invalid invite_as', code: 'BAD_REQUEST' }, 'x@example.com', { invite_as: 700 })
  })

  it('invite_expires_in_minutes | so long, or for ever', async () => {
    await invite('hour@example.com', { invite_expires_in_minutes: 60 })
    const [hour] = await pending()
    expect(hour.expiry_date).toBe(hour.invited + 3600)
    await invite('ever@example.com', { invite_expires_in_minutes: null })
    expect((await pending())[0].expiry_date).toBe(null)
    await refuses({ msg: 'invite_expires_in_minutes is too small', code: 'BAD_REQUEST' }, 'x@example.com', {
      invite_expires_in_minutes: 0,
    })
    await refuses(
      { msg: 'invite_expires_in_minutes is not an integer', code: 'BAD_REQUEST' },
      'x@example.com',
      {
        invite_expires_in_minutes: '"soon"',
      },
    )
  })

  it('an expired one is listed no more', async () => {
    await invite('brief@example.com', { invite_expires_in_minutes: 1 })
    expect(emailsOf(await pending())).toContain('brief@example.com')
    world.clock.advance(61)
    expect(emailsOf(await pending())).not.toContain('brief@example.com')
  })

  it('invitee_emails | at least one', async () => {
    for (const emails of ['', ' , \n'])
      await refuses({ msg: 'You must specify at least one email address.', code: 'BAD_REQUEST' }, emails)
    expect((await world.ben.post('/invites')).body.var_name).toBe('invitee_emails')
  })

  it('invitee_emails | at most 100', async () => {
    const many = Array.from({ length: 101 }, (_, index) => `many-${index}@example.com`)
    await refuses({ msg: 'You can invite at most 100 people at once.', code: 'BAD_REQUEST' }, many.join(','))
  })

  it('invitee_emails | one that is no address: nobody is invited', async () => {
    await refuses(
      failed("Some emails did not validate, so we didn't send any invitations.", [
        ['not an address', 'Invalid address.', false],
      ]),
      'good@example.com, not an address',
    )
  })

  it('only people who are here already, or were: nobody is invited', async () => {
    await deactivateUser(world.chat, world.demo.people.cleo)
    await refuses(
      failed("We weren't able to invite anyone.", [
        ['ADA@example.com', 'Already has an account.', false],
        ['cleo@example.com', 'Account has been deactivated.', true],
      ]),
      'ADA@example.com, cleo@example.com',
    )
  })

  it('some are here already: the others are invited, and the error says so', async () => {
    const answer = await invite('ada@example.com, newcomer@example.com')
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: 'INVITATION_FAILED',
      msg: 'Some of those addresses are already using Switchboard, so no invitation was sent to them. Everybody else was invited.',
      errors: [['ada@example.com', 'Already has an account.', false]],
      sent_invitations: true,
    })
    expect(emailsOf(await pending())).toContain('newcomer@example.com')
    await waitForMails(world, 'newcomer@example.com')
  })

  it('stream_ids | only streams that the inviter can see', async () => {
    const refused = (id: number) => ({
      msg: `Stream does not exist with id: ${id}. No invites were sent.`,
      code: 'BAD_REQUEST',
    })
    await refuses(refused(4321), 'x@example.com', { stream_ids: [streams.test, 4321] })
    await refuses(refused(streams.leadership!), 'x@example.com', { stream_ids: [streams.leadership] })
    await refuses({ msg: 'stream_ids[0] is not an integer', code: 'BAD_REQUEST' }, 'x@example.com', {
      stream_ids: ['test'],
    })
    const ok = await invite('led@example.com', { stream_ids: [streams.leadership] }, world.ada)
    expect(ok.status).toBe(200)
  })

  it('stream_ids | not where adding others to streams is for administrators', async () => {
    await changeRealmSettings(world, { invite_to_stream_policy: 'administrators' })
    await refuses(
      { msg: 'You do not have permission to subscribe other users to streams.', code: 'BAD_REQUEST' },
      'x@example.com',
      { stream_ids: [streams.test] },
    )
    expect((await invite('streamless@example.com')).status).toBe(200)
    await changeRealmSettings(world, { invite_to_stream_policy: 'members' })
  })

  it('only administrators invite administrators', async () => {
    const refused = { msg: 'Must be an organization administrator', code: 'UNAUTHORIZED_PRINCIPAL' }
    await refuses(refused, 'x@example.com', { invite_as: 200 })
    await refuses(refused, 'x@example.com', { invite_as: 100 })
  })

  it('where inviting is for administrators, members cannot', async () => {
    await changeRealmSettings(world, { invite_by_admins_only: true })
    await refuses(
      { msg: 'Must be an organization administrator', code: 'UNAUTHORIZED_PRINCIPAL' },
      'x@example.com',
    )
    expect((await invite('by-ada@example.com', {}, world.ada)).status).toBe(200)
    await changeRealmSettings(world, { invite_by_admins_only: false })
  })

  it('guests and bots cannot invite anybody', async () => {
    await refuses({ msg: 'Not allowed for guest users', code: 'BAD_REQUEST' }, 'x@example.com', {}, world.gus)
    await refuses(
      { msg: 'This endpoint does not accept bot requests.', code: 'BAD_REQUEST' },
      'x@example.com',
      {},
      world.echoBot,
    )
    expect((await invite('x@example.com', {}, world.hookBot)).status).toBe(401)
    expect((await invite('x@example.com', {}, world.nobody)).status).toBe(401)
  })

  it('event invites_changed: to administrators and to the inviter, to nobody else', async () => {
    const ada = await watch(world.ada, ['invites_changed'])
    const ben = await watch(world.ben, ['invites_changed'])
    const gus = await watch(world.gus, ['invites_changed'])
    const echo = await watch(world.echoBot, ['invites_changed'])
    await invite('event@example.com, second@example.com')
    await invite('x@example.com', { invite_as: 200 })
    expect(await ada.news()).toEqual([{ id: expect.any(Number), type: 'invites_changed' }])
    expect(await ben.news()).toEqual([{ id: expect.any(Number), type: 'invites_changed' }])
    await invite('by-admin@example.com', {}, world.ada)
    expect(await ada.news()).toHaveLength(1)
    for (const other of [ben, gus, echo]) expect(await other.news()).toEqual([])
  })

  it('500 a day by the whole organization', async () => {
    const many = (start: number) =>
      Array.from({ length: 100 }, (_, index) => `day-${start + index}@example.com`).join(',')
    let answer = await invite(many(0))
    for (let start = 100; answer.status === 200 && start < 600; start += 100)
      answer = await invite(many(start))
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      code: 'INVITATION_FAILED',
      msg: 'The organization has sent too many invitations today. Try again tomorrow.',
      sent_invitations: false,
      daily_limit_reached: true,
    })
    world.clock.advance(86_401)
    expect((await invite('tomorrow@example.com')).status).toBe(200)
  })
})
