import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('Changing users on %s', (engine) => {
  let world: TelephonyWorld
  let ada: string
  let ben: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    ada = `/company/contacts/${world.demo.acme.owner.id}`
    ben = `/company/contacts/${world.demo.acme.ben.id}`
  })
  afterAll(() => world.stop())
  const getBen = async () => (await world.ben.get('/system/account')).body
  const create = async (body: object) => (await world.ada.post('/company/contacts', body)).body

  describe('PATCH /company/contacts/{contact_id}', () => {
    it('200: by the user concerned; the answer is what is then shown', async () => {
      const { status, body } = await world.ben.patch(ben, { title: 'Author', first_name: ' Ben ' })
      expect(status).toBe(200)
      expect(body).toMatchObject({ title: 'Author', first_name: 'Ben' })
      expect(await getBen()).toEqual(body)
    })

    it('200: by the owner, for any user', async () => {
      expect((await world.ada.patch(ben, { description: 'Poet' })).body.description).toBe('Poet')
      expect((await world.ada.patch(ada, { description: 'Countess' })).body.description).toBe('Countess')
    })

    it('200: emergency_contact_number is accepted', async () => {
      const { body } = await world.ben.patch(ben, { emergency_contact_number: '+14155550100' })
      expect(body.emergency_contact_number).toBe('+14155550100')
    })

    it('200: what is not named stays, also within objects', async () => {
      await world.ben.patch(ben, {
        contacts: { fax: '1', phones: { home: '2', work: '3' } },
        address: { city: 'Lagos', street: { name: 'Marina', number: 4, type: 'Road' } },
        birthdate: '1959-03-15',
      })
      const before = await getBen()
      world.clock.advance(5)
      const { body } = await world.ben.patch(ben, {
        contacts: { phones: { home: '9' } },
        address: { street: { number: 5 } },
      })
      expect(body).toEqual({
        ...before,
        contacts: { ...before.contacts, phones: { ...before.contacts.phones, home: '9' } },
        address: { ...before.address, street: { ...before.address.street, number: 5 } },
        updated: body.updated,
      })
    })

    it('200: null removes a value', async () => {
      const { body } = await world.ben.patch(ben, {
        birthdate: null,
        title: null,
        address: null,
        contacts: { phones: null, fax: null },
      })
      expect(body).toMatchObject({
        birthdate: null,
        title: '',
        address: { city: '', street: { name: '', number: null } },
        contacts: { email: 'ben@example.com', fax: '', phones: { home: '', work: '' } },
      })
    })

    it('200: the whole object sent back changes nothing but updated', async () => {
      const before = await getBen()
      world.clock.advance(5)
      const { status, body } = await world.ben.patch(ben, before)
      expect(status).toBe(200)
      expect(body).toEqual({ ...before, updated: body.updated })
      expect(body.updated > before.updated).toBe(true)
    })

    it('200: the address by either name; the other name sent back as it was does not matter', async () => {
      const one = await world.ben.patch(ben, { ...(await getBen()), work_email: 'b1@example.com' })
      expect(one.body).toMatchObject({ work_email: 'b1@example.com', contacts: { email: 'b1@example.com' } })
      const whole = await getBen()
      const two = await world.ben.patch(ben, {
        ...whole,
        contacts: { ...whole.contacts, email: 'ben@example.com' },
      })
      expect(two.body.work_email).toBe('ben@example.com')
    })

    it('400: the two names say different things', async () => {
      const answer = await world.ben.patch(ben, {
        work_email: 'x@example.com',
        contacts: { email: 'y@example.com' },
      })
      expect(answer.body.errors).toEqual([{ pointer: '/work_email', detail: expect.any(String) }])
    })

    it('400: the address of another user; the own one in another case is fine', async () => {
      const taken = await world.ben.patch(ben, { contacts: { email: 'ADA@example.com' } })
      expect(taken.body.errors[0].pointer).toBe('/contacts/email')
      expect((await world.ben.patch(ben, { work_email: 'Ben@example.com' })).status).toBe(200)
      expect(
        (await world.ada.get('/system/company/contacts', { work_email: 'ben@example.com' })).status,
      ).toBe(200)
    })

    it.each(['extension', 'invitation', 'last_enter', 'updated'])(
      '%s changes without the client: ignored',
      async (name) => {
        const before = await getBen()
        const { status } = await world.ben.patch(ben, { [name]: { other: 1 } })
        const after = await getBen()
        expect([status, { ...after, updated: before.updated }]).toEqual([200, before])
      },
    )

    it.each(['id', 'company_id', 'created'])(
      '400: %s cannot be changed, and nothing else is',
      async (name) => {
        const before = await getBen()
        const { status, body } = await world.ben.patch(ben, { [name]: { other: 1 }, title: 'No' })
        expect(status).toBe(400)
        expect(body.errors).toEqual([{ pointer: `/${name}`, detail: 'cannot be changed' }])
        expect(await getBen()).toEqual(before)
      },
    )

    it('403: requester is neither the user being updated nor the owner', async () => {
      const { id } = await create({ first_name: 'Cleo' })
      expect((await world.ben.patch(`/company/contacts/${id}`, { title: 'No' })).status).toBe(403)
      expect((await world.ben.patch(ada, { title: 'No' })).status).toBe(403)
    })

    it('403: a user enables or disables nobody, not even themselves', async () => {
      expect((await world.ben.patch(ben, { activated: false })).status).toBe(403)
      expect((await world.ben.patch(ben, { activated: true })).status).toBe(200)
    })

    it('400: the primary user stays enabled', async () => {
      const { status, body } = await world.ada.patch(ada, { activated: false })
      expect(status).toBe(400)
      expect(body.errors[0].pointer).toBe('/activated')
    })

    it('404: there is no such contact', async () => {
      expect((await world.ada.patch(`/company/contacts/${'f'.repeat(24)}`, {})).status).toBe(404)
      expect((await world.ada.patch(`${ben}:x`, {})).status).toBe(404)
    })

    it('a new name is found by the filter and by the search of extensions, the old one is not', async () => {
      await world.ben.patch(ben, { first_name: 'Benedict' })
      const find = (path: string, query: Record<string, string>) => world.ada.get(path, query)
      expect((await find('/system/company/contacts', { first_name: 'benedict' })).body).toHaveLength(1)
      const extensions = `/instances/${world.acmePbx}/extensions`
      expect((await find(extensions, { search: 'benedict okri' })).body).toHaveLength(1)
      await world.ben.patch(ben, { first_name: 'Ben' })
      expect((await find(extensions, { search: 'benedict' })).status).toBe(404)
    })

    it('two changes at once: neither undoes the other', async () => {
      await Promise.all([
        world.ada.patch(ben, { title: 'one' }),
        world.ben.patch(ben, { description: 'two' }),
      ])
      expect(await getBen()).toMatchObject({ title: 'one', description: 'two' })
    })
  })

  describe('DELETE /company/contacts/{contact_id}', () => {
    it('200 with the deleted contact, who is then gone', async () => {
      const made = await create({ first_name: 'Dora', work_email: 'dora@example.com' })
      const url = `/company/contacts/${made.id}`
      const { status, body } = await world.ada.delete(url)
      expect(status).toBe(200)
      expect(body).toEqual(made)
      expect((await world.ada.get('/system/company/contacts', { first_name: 'Dora' })).status).toBe(204)
      expect((await world.ada.delete(url)).status).toBe(404)
      expect((await world.ada.patch(url, {})).status).toBe(404)
      expect((await world.ada.get(`/account/${made.id}/extensions`)).status).toBe(404)
      expect((await world.ada.with({ 'x-user-id': made.id }).get('/system/company')).status).toBe(401)
    })

    it("the user's extensions stay, unassigned, with credentials that the user does not know", async () => {
      const { id } = await create({ first_name: 'Emil' })
      const path = `/instances/${world.acmePbx}/bulks/extensions`
      const made = await world.ada.post(path, { data: { id: 2001, name: 'Emil' }, user: { id } })
      expect(made.body.user.id).toBe(id)
      await world.ada.delete(`/company/contacts/${id}`)
      const [left] = (await world.ada.get(path, { search: '2001' })).body
      const { secret, password, voicemail_vmpwd, ...data } = made.body.data
      expect(left).toMatchObject({ _id: made.body._id, data, user: null })
      expect(left.data.secret).toMatch(/^[A-Za-z0-9]{24,}$/)
      for (const known of [secret, password, voicemail_vmpwd]) {
        expect(Object.values(left.data)).not.toContain(known)
      }
      const free = (await world.ada.get(path, { filter_by: 'unassigned' })).body
      expect(free.map((one: { _id: string }) => one._id)).toContain(made.body._id)
      expect((await world.ben.get(path, { search: '2001' })).body[0].data).not.toHaveProperty('secret')
    })

    it('403: not the owner, not even for oneself', async () => {
      const { id } = await create({ first_name: 'Fay' })
      expect((await world.ben.delete(`/company/contacts/${id}`)).status).toBe(403)
      expect((await world.ben.delete(ben)).status).toBe(403)
      expect((await getBen()).first_name).toBe('Ben')
    })

    it('403: the primary user cannot be deleted', async () => {
      expect((await world.ada.delete(ada)).status).toBe(403)
      expect((await world.ada.get('/system/account')).status).toBe(200)
    })

    it('404: there is no such contact', async () => {
      expect((await world.ada.delete(`/company/contacts/${'f'.repeat(24)}`)).status).toBe(404)
    })
  })
})
