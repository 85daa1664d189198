import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('the audit trail on %s', (engine) => {
  let world: TelephonyWorld
  let extensions: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    extensions = `/instances/${world.acmePbx}/bulks/extensions`
  })
  afterAll(() => world.stop())

  const newest = async () => (await world.ada.get('/audit', { page_size: 1 })).body[0]

  it('GET /audit tells who did what, with which key, newest first', async () => {
    const { body: contact } = await world.ada.post('/company/contacts', { first_name: 'Cleo' })
    await world.ben.patch(`/company/contacts/${world.demo.acme.ben.id}`, { title: 'Poet' })
    const { status, body, headers } = await world.ada.get('/audit')
    expect(status).toBe(200)
    expect(Number(headers['x-pagination-total-count'])).toBe(body.length)
    expect(body[0]).toMatchObject({
      action: 'contact.updated',
      contact: { id: world.demo.acme.ben.id, name: 'Ben Okri' },
      api_key: { id: world.demo.acme.apiKeyId, name: 'Default' },
      subject: { kind: 'contact', id: world.demo.acme.ben.id },
      before: { title: '' },
      after: { title: 'Poet' },
    })
    expect(body[1]).toMatchObject({
      action: 'contact.created',
      contact: { name: 'Ada Lovelace' },
      subject: { kind: 'contact', id: contact.id },
      before: null,
      after: contact,
    })
    const ids = body.map(({ id }: { id: string }) => Number(id))
    expect(ids).toEqual([...ids].sort((one, other) => other - one))
  })

  it('what the server or its operator did has neither a user nor a key', async () => {
    const { body } = await world.ada.get('/audit', { action: 'company.created' })
    expect(body).toEqual([expect.objectContaining({ contact: null, api_key: null, before: null })])
  })

  it('a change of the company is there, before and after', async () => {
    const { body: company } = await world.ada.patch('/company', { website: 'https://acme.example.com' })
    expect(await newest()).toMatchObject({
      action: 'company.updated',
      subject: { kind: 'company', id: company.id },
      before: { website: '' },
      after: { website: 'https://acme.example.com' },
    })
  })

  it('every change of a contact is there', async () => {
    const { body: contact } = await world.ada.post('/company/contacts', { first_name: 'Dora' })
    const path = `/company/contacts/${contact.id}`
    await world.ada.patch(path, { first_name: 'Dorothea' })
    await world.ada.post(`${path}/invitation`)
    await world.ada.delete(`${path}/invitation`)
    await world.ada.delete(path)
    const { body } = await world.ada.get('/audit', { subject_id: contact.id })
    expect(body.map(({ action }: { action: string }) => action)).toEqual([
      'contact.deleted',
      'contact.invitation_revoked',
      'contact.invitation_issued',
      'contact.updated',
      'contact.created',
    ])
    expect(body[0]).toMatchObject({ before: { first_name: 'Dorothea' }, after: null })
  })

  it('every change of a location is there', async () => {
    const { body: location } = await world.ada.post('/company/locations', { name: 'Attic' })
    await world.ada.patch(`/company/locations/${location.id}`, { name: 'Loft' })
    await world.ada.delete(`/company/locations/${location.id}`)
    const { body } = await world.ada.get('/audit', { subject_id: location.id })
    expect(body.map(({ action }: { action: string }) => action)).toEqual([
      'location.deleted',
      'location.updated',
      'location.created',
    ])
    expect(body[1]).toMatchObject({ before: { name: 'Attic' }, after: { name: 'Loft' } })
  })

  it('every change of an extension is there', async () => {
    const { body: made } = await world.ada.post(extensions, { data: { id: 3001, name: 'Lift' } })
    const path = `${extensions}/${made._id}`
    await world.ada.patch(path, { data: { description: 'In the lift' } })
    await world.ada.put(path, { data: { name: 'Lift 2' } })
    await world.ada.delete(path)
    const { body } = await world.ada.get('/audit', { subject_id: made._id })
    expect(body.map(({ action }: { action: string }) => action)).toEqual([
      'extension.deleted',
      'extension.updated',
      'extension.updated',
      'extension.created',
    ])
  })

  it('every change of an API key is there, and by whose name it was made when it is gone', async () => {
    const { body: key } = await world.ada.post('/api-keys', { name: 'Tool', scopes: ['write', 'admin'] })
    await world.as(key.key, 'primary').patch('/company', { fax: '1' })
    await world.ada.patch(`/api-keys/${key.id}`, { scopes: ['admin'] })
    const { body: next } = await world.ada.post(`/api-keys/${key.id}/rotate`, {})
    await world.ada.delete(`/api-keys/${key.id}`)
    const { body } = await world.ada.get('/audit', { subject_id: key.id })
    expect(body.map(({ action }: { action: string }) => action)).toEqual([
      'api_key.deleted',
      'api_key.rotated',
      'api_key.updated',
      'api_key.created',
    ])
    expect((await world.ada.get('/audit', { subject_id: next.id })).body).toHaveLength(1)
    const { body: changes } = await world.ada.get('/audit', { action: 'company.updated' })
    expect(changes[0].api_key).toEqual({ id: key.id, name: 'Tool' })
  })

  it('a user who is gone keeps the name in what was done', async () => {
    const { body: eve } = await world.ada.post('/company/contacts', {
      first_name: 'Eve',
      last_name: 'Moneypenny',
    })
    const { body: made } = await world
      .as('dev-acme-key', eve.id)
      .post(extensions, { data: { id: 3002, name: 'Ante-room' } })
    await world.ada.delete(`/company/contacts/${eve.id}`)
    const { body } = await world.ada.get('/audit', { contact_id: eve.id })
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({ subject: { id: made._id }, contact: { name: 'Eve Moneypenny' } })
  })

  it('every object of an import is there', async () => {
    const csv = 'first_name,email\nFay,fay@example.com\nGus,gus@example.com\n'
    const people = await world.ada.call('POST', '/company/contacts/import', csv, {
      'content-type': 'text/csv',
    })
    const list = [{ data: { id: 3003, name: 'One' } }, { data: { id: 3004, name: 'Two' } }]
    const phones = await world.ben.post(`${extensions}/import`, list)
    for (const { id } of [...people.body.rows, ...phones.body.rows]) {
      const { body } = await world.ada.get('/audit', { subject_id: id })
      expect(body.map(({ action }: { action: string }) => action)).toEqual([
        expect.stringMatching(/^(contact|extension)\.created$/),
      ])
    }
  })

  it('what failed is not there', async () => {
    const before = (await newest()).id
    await world.ada.patch('/company', { email: 'nonsense' })
    await world.ben.patch('/company', { name: 'Ben & Co' })
    await world.ada.post(extensions, { data: { id: 1001, name: 'Taken' } })
    expect((await newest()).id).toBe(before)
  })

  it('the filters: kind, action, user, period', async () => {
    const of = async (query: Record<string, string>) => (await world.ada.get('/audit', query)).body
    const kinds = await of({ action: 'location' })
    expect(new Set(kinds.map((one: { subject: { kind: string } }) => one.subject.kind))).toEqual(
      new Set(['location']),
    )
    const ben = await of({ contact_id: world.demo.acme.ben.id, action: 'contact.updated' })
    expect(ben).toHaveLength(1)
    const now = new Date(world.clock.now()).toISOString()
    world.clock.advance(2 * 86_400)
    await world.ada.patch('/company', { phone: '2' })
    const day = new Date(world.clock.now()).toISOString().slice(0, 10)
    expect(await of({ from: day })).toHaveLength(1)
    expect(await of({ from: now, to: day })).toHaveLength(1)
    expect(await of({ to: now, action: 'company.updated' })).not.toHaveLength(0)
    expect(await of({ from: '2200-01-01' })).toEqual([])
  })

  it.each([
    ['action', 'Extension'],
    ['from', 'yesterday'],
    ['to', '2026-13-01'],
    ['page', '0'],
    ['page_size', '1001'],
    ['who', 'me'],
  ])('refuses %s=%s', async (name, value) => {
    const { status, body } = await world.ada.get('/audit', { [name]: value })
    expect(status).toBe(400)
    expect(body.errors[0].pointer).toBe(`/${name}`)
  })

  it('is listed in pages', async () => {
    const { body: all } = await world.ada.get('/audit')
    const { body: second, headers } = await world.ada.get('/audit', { page: 2, page_size: 3 })
    expect(second).toEqual(all.slice(3, 6))
    expect(headers['x-pagination-page-count']).toBe(String(Math.ceil(all.length / 3)))
  })

  it('is for the owner, and of the own company only', async () => {
    expect((await world.ben.get('/audit')).status).toBe(403)
    expect((await world.stranger.get('/audit')).status).toBe(401)
    const { body } = await world.hank.get('/audit')
    expect(JSON.stringify(body)).not.toContain('Lovelace')
    expect((await world.hank.get('/audit', { subject_id: world.demo.acme.ben.id })).body).toEqual([])
  })
})
