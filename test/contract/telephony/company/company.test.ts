import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('Company on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())
  const get = async () => (await world.ada.get('/system/company')).body

  describe('GET /system/company', () => {
    it('200: the company of the requesting user, for each of its users', async () => {
      for (const client of [world.ada, world.ben]) {
        const { status, body } = await client.get('/system/company')
        expect(status).toBe(200)
        expect(body).toMatchObject({ id: world.demo.acme.company.public_id, name: 'Acme', status: 'active' })
      }
    })

    it('has every field of the specification and no other, unset ones empty', async () => {
      const { body } = await world.hank.get('/system/company')
      expect(body).toEqual({
        id: world.demo.globex.company.public_id,
        address: {
          address2: '',
          city: '',
          country: 'United States',
          number: '',
          state: '',
          street: { name: '', number: null, type: '' },
          zip: '',
        },
        affiliate: false,
        billing_email: 'hank@example.com',
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        description: '',
        email: 'hank@example.com',
        emergency_contact_number: '',
        employees: 1,
        fax: '',
        name: 'Globex',
        onboarding: false,
        partner_id: null,
        phone: '',
        revenue: null,
        status: 'active',
        updated: expect.stringMatching(/Z$/),
        website: '',
      })
    })

    it('employees is the number of users', async () => {
      const { employees } = await get()
      await world.ada.post('/company/contacts', { first_name: 'One more' })
      expect((await get()).employees).toBe(employees + 1)
    })
  })

  describe('PATCH /company', () => {
    const full = {
      address: {
        address2: 'Suite 3',
        city: 'Oakland',
        country: 'United States',
        number: '12b',
        state: 'CA',
        street: { name: 'Harbour', number: 12, type: 'Street' },
        zip: '94607',
      },
      affiliate: true,
      billing_email: 'bills@example.com',
      description: 'Rockets',
      email: 'office@example.com',
      emergency_contact_number: '+14155550100',
      employees: 42,
      fax: '+14155550101',
      name: 'Acme Rockets',
      onboarding: true,
      phone: '+14155550102',
      revenue: 1_000_000,
      website: 'https://acme.example.com',
    }

    it('200: a full object; the answer is what GET then shows', async () => {
      const { status, body } = await world.ada.patch('/company', full)
      expect(status).toBe(200)
      expect(body).toMatchObject(full)
      expect(await get()).toEqual(body)
    })

    it('200: a partial object; what is not named stays', async () => {
      const before = await get()
      world.clock.advance(5)
      const { body } = await world.ada.patch('/company', { website: '', address: { city: 'Alameda' } })
      expect(body).toEqual({
        ...before,
        website: '',
        address: { ...before.address, city: 'Alameda' },
        updated: body.updated,
      })
      expect(body.updated > before.updated).toBe(true)
    })

    it('200: part of a street', async () => {
      const { body } = await world.ada.patch('/company', { address: { street: { number: 14 } } })
      expect(body.address.street).toEqual({ name: 'Harbour', number: 14, type: 'Street' })
      const { body: next } = await world.ada.patch('/company', { address: { street: { name: 'Quay' } } })
      expect(next.address.street).toEqual({ name: 'Quay', number: 14, type: 'Street' })
    })

    it('200: null unsets texts, numbers and the address', async () => {
      const { body } = await world.ada.patch('/company', { phone: null, revenue: null, address: null })
      expect(body).toMatchObject({ phone: '', revenue: null, address: { city: '', street: { name: '' } } })
    })

    it('200: the whole object sent back changes nothing but updated', async () => {
      const before = await get()
      world.clock.advance(5)
      const { status, body } = await world.ada.patch('/company', before)
      expect(status).toBe(200)
      expect(body).toEqual({ ...before, updated: body.updated })
    })

    it('a number of employees that was only sent back keeps following the users', async () => {
      await world.hank.patch('/company', (await world.hank.get('/system/company')).body)
      await world.hank.post('/company/contacts', { first_name: 'Second' })
      expect((await world.hank.get('/system/company')).body.employees).toBe(2)
      await world.hank.patch('/company', { employees: 9 })
      expect((await world.hank.get('/system/company')).body.employees).toBe(9)
      await world.hank.patch('/company', { employees: null })
      expect((await world.hank.get('/system/company')).body.employees).toBe(2)
    })

    it.each(['status', 'updated'])('%s changes without the client: ignored', async (name) => {
      const before = await get()
      expect((await world.ada.patch('/company', { [name]: 'other' })).status).toBe(200)
      expect({ ...(await get()), updated: before.updated }).toEqual(before)
    })

    it.each(['id', 'created', 'partner_id'])(
      '400: %s cannot be changed, and nothing else is',
      async (name) => {
        const before = await get()
        const { status, body } = await world.ada.patch('/company', { [name]: 'other', phone: '1' })
        expect(status).toBe(400)
        expect(body.errors).toEqual([{ pointer: `/${name}`, detail: 'cannot be changed' }])
        expect(await get()).toEqual(before)
      },
    )

    it.each([
      ['email', 'nobody'],
      ['billing_email', 'a b@example.com'],
      ['name', ''],
      ['name', '  '],
      ['revenue', -1],
      ['employees', 1.5],
    ])('400: %s must not be %j', async (name, value) => {
      const { status, body } = await world.ada.patch('/company', { [name]: value })
      expect(status).toBe(400)
      expect(body.errors[0].pointer).toBe(`/${name}`)
    })

    it('403: requester is not the company owner', async () => {
      const before = await get()
      expect((await world.ben.patch('/company', { phone: '1' })).status).toBe(403)
      expect(await get()).toEqual(before)
    })

    it('an empty object is a valid one', async () => {
      expect((await world.ada.patch('/company', {})).status).toBe(200)
    })

    it('two changes at once: neither undoes the other', async () => {
      await Promise.all([
        world.ada.patch('/company', { phone: '+14155550110' }),
        world.ada.patch('/company', { fax: '+14155550120' }),
      ])
      expect(await get()).toMatchObject({ phone: '+14155550110', fax: '+14155550120' })
    })
  })
})
