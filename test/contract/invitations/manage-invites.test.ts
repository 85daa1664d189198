import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient, Arguments } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { waitForMails } from '../../harness/read-mails.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Invitations: list, revoke, mail again, links on %s', (engine) => {
  let world: World
  let other: Organization
  beforeAll(async () => {
    world = await startWorld(engine)
    other = await foundOrganization(world, 'other.example.com')
  })
  afterAll(() => world.stop())

  const listed = async (client: ApiClient) => (await client.get('/invites')).body.invites
  const invite = async (client: ApiClient, email: string, args: Arguments = {}) => {
    expect((await client.post('/invites', { invitee_emails: email, ...args })).status).toBe(200)
    return (await listed(client)).find((one: { email: string }) => one.email === email).id as number
  }
  const makeLink = async (client: ApiClient, args: Arguments = {}) => {
    const answer = await client.post('/invites/multiuse', args)
    expect(answer.status).toBe(200)
    return { link: answer.body.invite_link as string, id: (await listed(client))[0].id as number }
  }
  const look = async (link: string) => {
    const token = link.split('/').at(-1)
    return (await world.nobody.get(`/invites/accept/${token}`)).body
  }
  const noSuch = { result: 'error', msg: 'No such invitation', code: 'BAD_REQUEST' }

  it('GET /invites: members see their own, administrators all of the organization', async () => {
    await invite(world.ben, 'of-ben@example.com')
    await invite(world.cleo, 'of-cleo@example.com')
    const emails = async (client: ApiClient) =>
      (await listed(client)).map(({ email }: { email: string }) => email)
    expect(await emails(world.ben)).toEqual(['of-ben@example.com'])
    expect(await emails(world.ada)).toEqual(['of-cleo@example.com', 'of-ben@example.com'])
    expect(await emails(other.chief)).toEqual([])
  })

  it('GET /invites: not for guests and bots', async () => {
    expect((await world.gus.get('/invites')).body.msg).toBe('Not allowed for guest users')
    expect((await world.echoBot.get('/invites')).body.msg).toBe('This endpoint does not accept bot requests.')
  })

  it('POST /invites/multiuse: a link, which the list shows again', async () => {
    const { link, id } = await makeLink(world.ben, { invite_as: 600, invite_expires_in_minutes: null })
    expect(link).toMatch(/^http:\/\/chat\.example\.com\/join\/[\w-]{43}$/)
    expect((await listed(world.ben))[0]).toEqual({
      id,
      invited_by_user_id: world.demo.people.ben.id,
      invited: expect.any(Number),
      expiry_date: null,
      invited_as: 600,
      notify_referrer_on_join: true,
      is_multiuse: true,
      link_url: link,
    })
    expect((await makeLink(other.member)).link).toMatch(/^http:\/\/other\.example\.com\/join\//)
  })

  it('POST /invites/multiuse: the rules of inviting by mail', async () => {
    const refused = async (client: ApiClient, args: Arguments = {}) =>
      (await client.post('/invites/multiuse', args)).body.msg
    expect(await refused(world.ben, { invite_as: 200 })).toBe('Must be an organization administrator')
    expect(await refused(world.gus)).toBe('Not allowed for guest users')
    expect(await refused(world.echoBot)).toBe('This endpoint does not accept bot requests.')
    expect(await refused(world.ben, { stream_ids: [4321] })).toBe(
      'Stream does not exist with id: 4321. No invites were sent.',
    )
  })

  it('DELETE /invites/:invite_id: by its inviter or an administrator; the link stops working', async () => {
    for (const client of [world.ben, world.ada]) {
      const id = await invite(world.ben, 'revoked@example.com')
      const mails = await waitForMails(world, 'revoked@example.com', client === world.ben ? 1 : 2)
      expect((await client.delete(`/invites/${id}`)).body).toEqual({ result: 'success', msg: '' })
      expect((await listed(world.ada)).map((one: { id: number }) => one.id)).not.toContain(id)
      expect((await look(mails.at(-1)!.link)).msg).toBe('This invitation has been revoked.')
      expect((await client.delete(`/invites/${id}`)).body).toEqual(noSuch)
    }
  })

  it('DELETE /invites/multiuse/:invite_id: the link stops working', async () => {
    const { link, id } = await makeLink(world.ben)
    expect((await look(link)).realm_name).toBe('Acme')
    expect((await world.ben.delete(`/invites/multiuse/${id}`)).body).toEqual({ result: 'success', msg: '' })
    expect((await look(link)).msg).toBe('This invitation has been revoked.')
    expect((await world.ben.delete(`/invites/multiuse/${id}`)).body).toEqual(noSuch)
  })

  it('what is not one’s own, not of this kind or not there: No such invitation', async () => {
    const id = await invite(world.ben, 'private@example.com')
    const link = await makeLink(world.ben)
    for (const answer of [
      await world.cleo.delete(`/invites/${id}`),
      await world.cleo.delete(`/invites/multiuse/${link.id}`),
      await world.cleo.post(`/invites/${id}/resend`),
      await other.chief.delete(`/invites/${id}`),
      await world.ben.delete(`/invites/multiuse/${id}`),
      await world.ben.delete(`/invites/${link.id}`),
      await world.ben.post(`/invites/${link.id}/resend`),
      await world.ben.delete('/invites/4321'),
      await world.ben.post('/invites/4321/resend'),
    ])
      expect(answer.body).toEqual(noSuch)
    expect((await listed(world.ben)).map((one: { id: number }) => one.id)).toEqual(
      expect.arrayContaining([id, link.id]),
    )
    expect((await world.ben.delete('/invites/x')).body.msg).toBe("Bad value for 'invite_id': x")
  })

  it('POST /invites/:invite_id/resend: the same link in another mail, until the same time', async () => {
    const id = await invite(world.ben, 'again@example.com')
    await waitForMails(world, 'again@example.com')
    const before = (await listed(world.ben)).find((one: { id: number }) => one.id === id)
    const answer = await world.ada.post(`/invites/${id}/resend`)
    const link = before.link_url
    expect(answer.body).toEqual({
      result: 'success',
      msg: '',
      timestamp: expect.any(Number),
      invite_link: link,
    })
    const [first, second] = await waitForMails(world, 'again@example.com', 2)
    expect(second).toEqual(first)
    expect((await listed(world.ben)).find((one: { id: number }) => one.id === id)).toEqual(before)
  })

  it('POST /invites/:invite_id/resend: five times within half an hour', async () => {
    const id = await invite(world.ben, 'pestered@example.com')
    for (let time = 0; time < 5; time += 1)
      expect((await world.ben.post(`/invites/${id}/resend`)).status).toBe(200)
    expect((await world.ben.post(`/invites/${id}/resend`)).body.code).toBe('RATE_LIMIT_HIT')
  })

  it('POST /invites/:invite_id/resend: not by somebody who may not invite so any more', async () => {
    const id = await invite(world.ben, 'expired@example.com', { invite_expires_in_minutes: 1 })
    world.clock.advance(61)
    expect((await world.ben.post(`/invites/${id}/resend`)).body).toEqual(noSuch)
  })

  it('event invites_changed: for links and for what is revoked, also to the inviter', async () => {
    const ada = await watch(world.ada, ['invites_changed'])
    const ben = await watch(world.ben, ['invites_changed'])
    const cleo = await watch(world.cleo, ['invites_changed'])
    const { id } = await makeLink(world.ben)
    await world.ada.delete(`/invites/multiuse/${id}`)
    await world.ada.delete(`/invites/multiuse/${id}`)
    expect(await ada.news()).toHaveLength(2)
    expect(await ben.news()).toHaveLength(2)
    expect(await cleo.news()).toEqual([])
  })
})
