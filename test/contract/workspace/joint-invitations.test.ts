import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { readMails, waitForMails } from '../../harness/read-mails.ts'
import type { TelephonyClient } from '../../harness/telephony-client.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'

describe.each(engines)('one invitation to chat and phones (%s)', (engine) => {
  let world: WorkspaceWorld
  /** Ada, signed in: a program with the API key invites nobody to the chat. */
  let phones: TelephonyClient
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine)
    phones = (await world.signIn(world.people.ada)).phones
  })
  afterAll(() => world.stop())

  const ada = () => world.chatAs(world.people.ada)
  const emailOf = (name: string) => `${name.toLowerCase()}@example.com`
  const tokenIn = (link: string) => link.split('/').at(-1)!
  async function invite(name: string) {
    const input = { first_name: name, last_name: 'Nova', contacts: { email: emailOf(name) } }
    const { status, body } = await phones.post('/company/contacts', input)
    expect(status).toBe(201)
    const mail = (await waitForMails(world.workspace, emailOf(name)))[0]!
    return { id: body.id as string, mail, token: tokenIn(mail.link) }
  }
  const statusOf = async (id: string) => {
    const { body } = await world.owner.get('/system/company/contacts')
    return body.find((one: { id: string }) => one.id === id)?.invitation.status
  }
  const look = async (token: string) => (await ada().get(`/invites/accept/${token}`)).body
  const inChat = async (name: string) => {
    const { invites } = (await ada().get('/invites')).body
    return invites.find(({ email }: { email: string }) => email === emailOf(name))
  }

  it('a user of the company gets one mail, joins with it, and has both', async () => {
    const { id, mail, token } = await invite('Nina')
    expect(mail.subject).toBe('Invitation to Acme')
    expect(mail.link).toMatch(/^http:\/\/chat\.example\.com\/join\/[\w-]{43}$/)
    expect(await look(token)).toMatchObject({ email: 'nina@example.com', invited_by: 'Ada Lovelace' })
    const person = { full_name: 'Nina Nova', password: 'a long password' }
    const { body } = await ada().post(`/invites/accept/${token}`, person)
    await world.sync()
    expect(await statusOf(id)).toBe('accepted')
    const { phone_users: users } = (await ada().get('/workspace/phone_users')).body
    expect(users).toContainEqual({ user_id: body.user_id, phone_user_id: id })
    await world.sync()
    expect(await readMails(world.workspace, 'nina@example.com')).toHaveLength(1)
  })

  it('without a mail server, only the person who invited gets the link', async () => {
    const { id, mail } = await invite('Wilma')
    const path = `/company/contacts/${id}/invitation/link`
    const { body } = await phones.post(path)
    expect(body.link).toBe(mail.link)
    // A program, and a user who manages nothing, could let strangers join the chat.
    const ben = (await world.signIn(world.people.ben)).phones
    for (const client of [world.owner, ben]) expect((await client.post(path)).status).toBe(403)
    await phones.delete(`/company/contacts/${id}/invitation`)
    expect((await phones.post(path)).status).toBe(409)
  })

  it('without a mail server, an administrator gets no password link for the owner of the phones', async () => {
    const { ada: owner, ben, cleo } = world.people
    await ada().patch(`/users/${cleo.id}`, { role: 200 })
    const administrator = world.chatAs(cleo)
    const linkFor = async (client: ApiClient, { id }: { id: number }) =>
      (await client.post(`/users/${id}/password_reset`)).body
    const refused = await linkFor(administrator, owner)
    expect(refused).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
    expect(refused.msg).toContain('owns the phones')
    expect(JSON.stringify(refused)).not.toContain('reset-password')
    expect((await linkFor(administrator, ben)).reset_link).toContain('/reset-password/')
    expect((await linkFor(ada(), owner)).reset_link).toContain('/reset-password/')
    await ada().patch(`/users/${cleo.id}`, { role: 400 })
  })

  it('revoking it with the phones revokes it in the chat', async () => {
    const { id, token } = await invite('Olaf')
    await world.owner.delete(`/company/contacts/${id}/invitation`)
    await world.sync()
    expect((await look(token)).reason).toBe('revoked')
    expect(await inChat('Olaf')).toBeUndefined()
  })

  it('revoking it in the chat revokes it with the phones', async () => {
    const { id } = await invite('Pia')
    expect((await ada().delete(`/invites/${(await inChat('Pia')).id}`)).status).toBe(200)
    await world.sync()
    expect(await statusOf(id)).toBe('revoked')
    const [entry] = (await world.owner.get('/audit', { subject_id: id })).body
    expect(entry.action).toBe('contact.invitation_revoked')
  })

  it('deleting the user, or giving it another address, revokes it in the chat', async () => {
    const deleted = await invite('Quin')
    await world.owner.delete(`/company/contacts/${deleted.id}`)
    await world.sync()
    expect((await look(deleted.token)).reason).toBe('revoked')
    const moved = await invite('Rita')
    const change = { contacts: { email: 'rita@example.org' } }
    await phones.patch(`/company/contacts/${moved.id}`, change)
    const [mail] = await waitForMails(world.workspace, 'rita@example.org')
    await world.sync()
    expect((await look(moved.token)).reason).toBe('revoked')
    expect((await look(tokenIn(mail!.link))).email).toBe('rita@example.org')
  })

  it('a new invitation of the same user replaces the old one', async () => {
    const { id, token } = await invite('Sara')
    world.clock.advance(60)
    await phones.post(`/company/contacts/${id}/invitation`)
    const mails = await waitForMails(world.workspace, 'sara@example.com', 2)
    const again = tokenIn(mails.at(-1)!.link)
    await world.sync()
    expect((await look(token)).reason).toBe('revoked')
    expect((await look(again)).email).toBe('sara@example.com')
    expect(await statusOf(id)).toBe('pending')
  })

  it('another address that a program enters is invited to the phones only', async () => {
    const { id, token } = await invite('Vera')
    await world.owner.patch(`/company/contacts/${id}`, { contacts: { email: 'stranger@example.org' } })
    const [mail] = await waitForMails(world.workspace, 'stranger@example.org')
    await world.sync()
    expect(mail!.link).toContain('/portal/invitation/')
    expect((await look(token)).reason).toBe('revoked')
  })

  it('a person with an account is invited to the phones only', async () => {
    const { mail } = await invite('Cleo')
    expect(mail.link).toContain('/portal/invitation/')
    expect(await inChat('Cleo')).toBeUndefined()
  })

  it('where only administrators invite, an owner who is none invites to the phones only', async () => {
    const { ada: owner, ben } = world.people
    expect((await ada().patch(`/users/${ben.id}`, { role: 200 })).status).toBe(200)
    await ada().patch('/realm', { invite_by_admins_only: true })
    const asBen = world.chatAs(ben)
    expect((await asBen.patch(`/users/${owner.id}`, { role: 400 })).status).toBe(200)
    const { mail } = await invite('Timo')
    expect(mail.link).toContain('/portal/invitation/')
  })
})
