import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { waitForMails } from '../../harness/read-mails.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Email domains on %s', (engine) => {
  let world: World
  let other: Organization
  beforeAll(async () => {
    world = await startWorld(engine)
    other = await foundOrganization(world, 'rafts.example.com')
  })
  afterAll(() => world.stop())

  const list = async (client = world.ada) => (await client.get('/realm/domains')).body.domains
  const restrict = (value: boolean) => world.ada.patch('/realm', { emails_restricted_to_domains: value })
  const bad = (msg: string) => ({ status: 400, body: { result: 'error', msg, code: 'BAD_REQUEST' } })

  it('cannot be required while there are none', async () => {
    expect(await restrict(true)).toMatchObject(
      bad('Add a domain before restricting email addresses to domains.'),
    )
  })

  it('added, changed and removed: listed, announced, in register, and for this organization only', async () => {
    const watching = await watch(world.gus, ['realm_domains'])
    const elsewhere = await watch(other.chief, ['realm_domains'])
    expect((await world.ada.post('/realm/domains', { domain: 'Acme.example' })).status).toBe(200)
    expect((await world.ada.patch('/realm/domains/acme.example', { allow_subdomains: true })).status).toBe(
      200,
    )
    const entry = { domain: 'acme.example', allow_subdomains: true }
    expect(await list(world.ben)).toEqual([entry])
    const { body } = await world.gus.post('/register', { fetch_event_types: ['realm_domains'] })
    expect(body.realm_domains).toEqual([entry])
    expect((await world.ada.delete('/realm/domains/acme.example')).status).toBe(200)
    expect(await list()).toEqual([])
    expect(await watching.news()).toMatchObject([
      { op: 'add', realm_domain: { domain: 'acme.example', allow_subdomains: false } },
      { op: 'change', realm_domain: entry },
      { op: 'remove', domain: 'acme.example' },
    ])
    expect(await elsewhere.news()).toEqual([])
    expect(await list(other.chief)).toEqual([])
  })

  it.each([
    '',
    'acme',
    'acme..example',
    '-acme.example',
    'acme.example/',
    'a@acme.example',
    `${'a'.repeat(64)}.example`,
  ])('%j is no domain', async (domain) => {
    expect((await world.ada.post('/realm/domains', { domain })).status).toBe(400)
    expect(await list()).toEqual([])
  })

  it('once each; unknown ones are named', async () => {
    await world.ada.post('/realm/domains', { domain: 'acme.example' })
    expect(await world.ada.post('/realm/domains', { domain: 'ACME.example' })).toMatchObject(
      bad('The domain acme.example is already a part of your organization.'),
    )
    const unknown = bad('No entry found for domain other.example.')
    expect(await world.ada.patch('/realm/domains/other.example', { allow_subdomains: true })).toMatchObject(
      unknown,
    )
    expect(await world.ada.delete('/realm/domains/other.example')).toMatchObject(unknown)
  })

  it('only administrators change them', async () => {
    expect((await world.ben.post('/realm/domains', { domain: 'ben.example' })).status).toBe(400)
    expect((await world.ben.patch('/realm/domains/acme.example', { allow_subdomains: true })).status).toBe(
      400,
    )
    expect((await world.ben.delete('/realm/domains/acme.example')).status).toBe(400)
    expect(await list()).toEqual([{ domain: 'acme.example', allow_subdomains: false }])
  })

  it('restricted: no invitation, no account and no new address outside of them', async () => {
    await world.ada.post('/invites', { invitee_emails: 'early@elsewhere.example', stream_ids: [] })
    const [mail] = await waitForMails(world, 'early@elsewhere.example')
    expect((await restrict(true)).status).toBe(200)
    expect(
      (await world.ada.post('/invites', { invitee_emails: 'late@elsewhere.example', stream_ids: [] })).body,
    ).toMatchObject({
      code: 'INVITATION_FAILED',
      errors: [['late@elsewhere.example', 'Outside your domain.', false]],
    })
    const outside = /is not in a domain of this organization/
    const person = { full_name: 'Early', password: 'a long enough password' }
    const joined = await world.nobody.post(`/invites/accept/${mail!.link.split('/').at(-1)}`, person)
    expect(joined.body.msg).toMatch(outside)
    const add = (email: string) => world.ada.post('/users', { ...person, email })
    expect((await add('new@elsewhere.example')).body.msg).toMatch(outside)
    expect((await add('new@deep.acme.example')).body.msg).toMatch(outside)
    expect((await add('new@notacme.example')).body.msg).toMatch(outside)
    expect((await world.ben.patch('/settings', { email: 'ben@elsewhere.example' })).body.msg).toMatch(outside)
    expect((await add('new@acme.example')).status).toBe(200)
    await world.ada.patch('/realm/domains/acme.example', { allow_subdomains: true })
    expect((await add('new@deep.acme.example')).status).toBe(200)
  })

  it('without its last domain, the organization is open again', async () => {
    const watching = await watch(world.ben, ['realm'])
    await world.ada.delete('/realm/domains/acme.example')
    expect(await watching.news()).toMatchObject([
      { op: 'update', property: 'emails_restricted_to_domains', value: false },
    ])
    const answer = await world.ada.post('/users', {
      email: 'open@elsewhere.example',
      full_name: 'Open',
      password: 'a long enough password',
    })
    expect(answer.status).toBe(200)
  })
})
