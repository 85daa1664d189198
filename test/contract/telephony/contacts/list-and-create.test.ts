import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

type Contact = { id: string; first_name: string }

describe.each(engines)('Users on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())
  const create = (body: unknown) => world.ada.post('/company/contacts', body)
  const count = async () => (await world.ada.get('/system/company/contacts')).body.length

  describe('GET /system/company/contacts', () => {
    const list = (query = {}) => world.ada.get('/system/company/contacts', query)
    const names = async (query: Record<string, string>) =>
      ((await list(query)).body as Contact[]).map(({ first_name: name }) => name)

    it('200: all users, in the order of creation, for every user', async () => {
      for (const client of [world.ada, world.ben]) {
        const { status, body } = await client.get('/system/company/contacts')
        expect(status).toBe(200)
        expect(body.map((one: Contact) => one.first_name)).toEqual(['Ada', 'Ben'])
      }
    })

    it('first_name: the beginning of the name, in any case', async () => {
      await create({ first_name: 'Benjamin' })
      await create({ first_name: 'Ästa' })
      expect(await names({ first_name: 'Ben' })).toEqual(['Ben', 'Benjamin'])
      expect(await names({ first_name: 'bENJ' })).toEqual(['Benjamin'])
      expect(await names({ first_name: 'ä' })).toEqual(['Ästa'])
    })

    it('work_email: the whole address, in any case', async () => {
      expect(await names({ work_email: 'BEN@example.com' })).toEqual(['Ben'])
      expect((await list({ work_email: 'ben@' })).status).toBe(204)
    })

    it('GET /company/contacts/{contact_id}: one of them, for every user of the company', async () => {
      const [one] = (await list({ first_name: 'ben' })).body
      const url = `/company/contacts/${one.id}`
      for (const client of [world.ada, world.ben]) expect((await client.get(url)).body).toEqual(one)
      expect((await world.hank.get(url)).status).toBe(404)
      expect((await world.stranger.get(url)).status).toBe(401)
    })

    it('both filters must match', async () => {
      expect(await names({ first_name: 'ben', work_email: 'ben@example.com' })).toEqual(['Ben'])
      expect((await list({ first_name: 'ada', work_email: 'ben@example.com' })).status).toBe(204)
    })

    it('search: any part of the name or the address, word by word, on all pages', async () => {
      await create({ first_name: 'Émilie', last_name: 'DU Châtelet', work_email: 'emilie@voltaire.example' })
      expect(await names({ search: 'tele' })).toEqual(['Émilie'])
      expect(await names({ search: 'CHÂT émi' })).toEqual(['Émilie'])
      expect(await names({ search: 'voltaire' })).toEqual(['Émilie'])
      expect(await names({ search: 'lovelace', items_per_page: '1' })).toEqual(['Ada'])
      expect((await list({ search: 'ada voltaire' })).status).toBe(204)
      for (const search of ['%', '_', '\\', "'"]) expect((await list({ search })).status, search).toBe(204)
      const [{ id }] = (await list({ search: 'voltaire' })).body
      await world.ada.patch(`/company/contacts/${id}`, { last_name: 'Newton' })
      expect(await names({ search: 'newton' })).toEqual(['Émilie'])
      expect((await list({ search: 'châtelet' })).status).toBe(204)
    })

    it('search: the beginning of the extension or of a phone number, however it is written', async () => {
      const phones = { mobile: '+1 (202) 555-0177' }
      const { id } = (await create({ first_name: 'Grace', contacts: { phones } })).body
      expect(await names({ search: '1002' })).toEqual(['Ben'])
      expect(await names({ search: '100' })).toEqual(['Ada', 'Ben'])
      for (const search of ['+12025550177', '1 202 555', '+1 202.555.0177'])
        expect(await names({ search }), search).toEqual(['Grace'])
      expect((await list({ search: '0177' })).status).toBe(204)
      await world.ada.patch(`/company/contacts/${id}`, { contacts: { phones: null } })
      expect((await list({ search: '+12025550177' })).status).toBe(204)
    })

    it('id, extension: only these users, for every user', async () => {
      const [ada, ben] = (await list()).body
      const ids = async (query: Record<string, string>) =>
        ((await world.ben.get('/system/company/contacts', query)).body as Contact[]).map(({ id }) => id)
      expect(await ids({ id: `${ben.id}, ${ada.id},000000000000000000000000` })).toEqual([ada.id, ben.id])
      expect(await ids({ extension: '1002,1003,4711' })).toEqual([ben.id])
      expect(await ids({ extension: '1001,1002', id: ben.id, search: 'okri' })).toEqual([ben.id])
      for (const query of [
        { id: 'none' },
        { extension: '1003' },
        { extension: "x,-1,1e3,99999999999999999999,'" },
      ])
        expect((await list(query)).status, JSON.stringify(query)).toBe(204)
      const elsewhere = await world.hank.get('/system/company/contacts', { id: ada.id })
      expect(elsewhere.status).toBe(204)
      expect((await world.hank.get('/system/company/contacts', { extension: '1002' })).status).toBe(204)
    })

    it('invitation: only users whose invitation has this status', async () => {
      const { body } = await create({ first_name: 'Late', work_email: 'late@example.com' })
      expect(await names({ invitation: 'accepted' })).toEqual(['Ada', 'Ben'])
      expect(await names({ invitation: 'pending', search: 'late' })).toEqual(['Late'])
      expect((await list({ invitation: 'expired', search: 'late' })).status).toBe(204)
      await world.telephony.database.write(world.demo.acme.company.id, {
        work: ({ db }) =>
          db.updateTable('contacts').set({ invitation_expires_at: 1 }).where('id', '=', body.id).execute(),
      })
      await create({ first_name: 'Later' })
      expect(await names({ invitation: 'expired' })).toEqual(['Late'])
      expect((await list({ invitation: 'pending', search: 'late@' })).status).toBe(204)
      expect((await list({ invitation: 'lost' })).status).toBe(400)
    })

    it('204 without a body: none match the filters', async () => {
      const answer = await list({ first_name: 'Nobody' })
      expect(answer.status).toBe(204)
      expect(answer.bytes.length).toBe(0)
      expect(answer.headers['x-pagination-total-count']).toBe('0')
    })

    it.each(['%', '_', "'; drop table contacts; --", '\\'])('first_name=%s finds nobody', async (name) => {
      expect((await list({ first_name: name })).status).toBe(204)
    })

    it('400: a parameter is not a number, or too long', async () => {
      expect((await list({ page: 'first' })).status).toBe(400)
      expect((await list({ first_name: 'x'.repeat(201) })).status).toBe(400)
    })
  })

  describe('POST /company/contacts', () => {
    it('201: a first name is enough; all else has its default', async () => {
      const { status, body } = await create({ first_name: '  Cleo ' })
      expect(status).toBe(201)
      const week = 7 * 86_400_000
      expect(body).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        activated: true,
        address: {
          address2: '',
          city: '',
          country: '',
          number: '',
          state: '',
          street: { name: '', number: null, type: '' },
          zip: '',
        },
        birthdate: null,
        company_id: world.demo.acme.company.public_id,
        contacts: { email: '', fax: '', phones: { home: '', mobile: '', other: '', work: '' } },
        created: expect.any(String),
        description: '',
        emergency_contact_number: '',
        extension: null,
        first_name: 'Cleo',
        last_name: '',
        invitation: {
          accepted_at: null,
          expired_at: new Date(Date.parse(body.created) + week).toISOString(),
          issued_at: body.created,
          status: 'pending',
        },
        last_enter: null,
        primary_agent: null,
        timezone: '',
        title: '',
        updated: body.created,
        work_email: '',
      })
    })

    const full = {
      first_name: 'Dora',
      last_name: 'Marsden',
      activated: false,
      address: { address2: '', city: 'Leeds', country: 'UK', number: '1', state: '', zip: 'LS1' },
      birthdate: '1882-03-05',
      contacts: {
        email: 'Dora@example.com',
        fax: '1',
        phones: { home: '2', mobile: '3', other: '4', work: '5' },
      },
      description: 'Editor',
      emergency_contact_number: '6',
      primary_agent: 'f'.repeat(24),
      timezone: 'Europe/London',
      title: 'Ms',
    }

    it('201: every field can be given; the list then shows the same', async () => {
      const { status, body } = await create(full)
      expect(status).toBe(201)
      expect(body).toMatchObject({ ...full, work_email: 'Dora@example.com' })
      const [listed] = (await world.ada.get('/system/company/contacts', { first_name: 'Dora' })).body
      expect(listed).toEqual(body)
    })

    it('201: work_email is the same address as contacts.email', async () => {
      const { body } = await create({ first_name: 'Emil', work_email: 'emil@example.com' })
      expect(body).toMatchObject({ work_email: 'emil@example.com', contacts: { email: 'emil@example.com' } })
      const both = { first_name: 'X', work_email: 'one@example.com', contacts: { email: 'two@example.com' } }
      expect((await create(both)).body.errors[0].pointer).toBe('/work_email')
    })

    it('201: the own company_id, and nulls, are accepted', async () => {
      const { public_id: company_id } = world.demo.acme.company
      const body = { first_name: 'Fay', company_id, birthdate: null, title: null, id: null, extension: null }
      expect((await create(body)).status).toBe(201)
    })

    it('201: a new user can act at once', async () => {
      const { id } = (await create({ first_name: 'Gus' })).body
      const account = await world.ada.with({ 'x-user-id': id }).get('/system/account')
      expect(account.body).toMatchObject({ id, first_name: 'Gus' })
    })

    it('400: the address is taken, in any case; free again when its holder is gone', async () => {
      const before = await count()
      const taken = await create({ first_name: 'Ben II', contacts: { email: 'BEN@Example.com' } })
      expect(taken.status).toBe(400)
      expect(taken.body.errors[0].pointer).toBe('/contacts/email')
      expect(await count()).toBe(before)
      const { id } = (await create({ first_name: 'Hal', work_email: 'hal@example.com' })).body
      await world.ada.delete(`/company/contacts/${id}`)
      expect((await create({ first_name: 'Hal II', work_email: 'hal@example.com' })).status).toBe(201)
    })

    it('the same address in two companies is two users; none at all is no clash', async () => {
      const twin = await world.hank.post('/company/contacts', {
        first_name: 'Ben',
        work_email: 'ben@example.com',
      })
      expect(twin.status).toBe(201)
      expect((await create({ first_name: 'No mail' })).status).toBe(201)
      expect((await create({ first_name: 'No mail', contacts: { email: '' } })).status).toBe(201)
    })

    it('two at once with one address: one of them', async () => {
      const body = { first_name: 'Twin', work_email: 'twin@example.com' }
      const statuses = (await Promise.all([create(body), create(body)])).map(({ status }) => status)
      expect(statuses.sort()).toEqual([201, 400])
    })

    it.each([
      ['/contacts/email', { contacts: { email: 'nobody' } }],
      ['/work_email', { work_email: '@' }],
      ['/birthdate', { birthdate: 'yesterday' }],
      ['/birthdate', { birthdate: '2026-02-31' }],
      ['/birthdate', { birthdate: '2026-13-01' }],
      ['/timezone', { timezone: 'Mars/Olympus' }],
      ['/contacts/phones/car', { contacts: { phones: { car: '1' } } }],
      ['/address/street/number', { address: { street: { number: 'twelve' } } }],
    ])('400: cannot validate %s', async (pointer, fields) => {
      const before = await count()
      const { status, body } = await create({ first_name: 'Ida', ...fields })
      expect(status).toBe(400)
      expect(body.errors[0].pointer).toBe(pointer)
      expect(await count()).toBe(before)
    })

    it.each(['id', 'created', 'extension', 'invitation', 'last_enter', 'updated'])(
      '400: %s is set by the server',
      async (name) => {
        const { status, body } = await create({ first_name: 'Joe', [name]: 'mine' })
        expect(status).toBe(400)
        expect(body.errors).toEqual([{ pointer: `/${name}`, detail: 'is set by the server' }])
      },
    )

    it('403: not the owner', async () => {
      const before = await count()
      expect((await world.ben.post('/company/contacts', { first_name: 'Kim' })).status).toBe(403)
      expect(await count()).toBe(before)
    })

    it('a pending invitation expires after seven days by itself', async () => {
      const { id } = (await create({ first_name: 'Lou' })).body
      world.clock.advance(7 * 86_400 + 1)
      const [lou] = (await world.ada.get('/system/company/contacts', { first_name: 'Lou' })).body
      expect(lou).toMatchObject({ id, invitation: { status: 'expired', accepted_at: null } })
    })
  })

  it('GET /system/account: the current user', async () => {
    const { body } = await world.ben.get('/system/account')
    expect(body).toMatchObject({ id: world.demo.acme.ben.id, extension: { number: 1002 } })
  })
})
