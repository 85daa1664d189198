import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('Locations on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())
  const list = async () => (await world.ada.get('/company/locations')).body
  const create = (body: unknown) => world.ada.post('/company/locations', body)
  const made = async (body: object) => (await create(body)).body
  const urlOf = ({ id }: { id: string }) => `/company/locations/${id}`

  describe('GET /company/locations', () => {
    it('200: the locations, for every user; a company has at least one', async () => {
      for (const client of [world.ada, world.ben]) {
        const { status, body } = await client.get('/company/locations')
        expect(status).toBe(200)
        expect(body).toMatchObject([{ name: 'Headquarters', pbx_id: world.acmePbx }])
      }
    })
  })

  describe('POST /company/locations', () => {
    it("201: a name is enough; the country is the company's, the rest is empty", async () => {
      const { status, body } = await create({ name: ' Harbour ' })
      expect(status).toBe(201)
      expect(body).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        address2: '',
        building: { type: '', value: '' },
        callerid: '',
        city: '',
        company_id: world.demo.acme.company.public_id,
        country: 'United States',
        e911_provisioned: false,
        email: '',
        fax: '',
        latitude: null,
        longitude: null,
        name: 'Harbour',
        pbx_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        phone: '',
        state: '',
        street: { name: '', number: null, type: '' },
        user_id: world.demo.acme.owner.id,
        zip: '',
      })
      expect(await list()).toContainEqual(body)
    })

    it('201: as in the usage: name, country, state, city, zip and the own company_id', async () => {
      const usage = {
        name: 'Oakland',
        country: 'United States',
        state: 'CA',
        city: 'Oakland',
        zip: '94607-1234',
        company_id: world.demo.acme.company.public_id,
      }
      const { status, body } = await create(usage)
      expect(status).toBe(201)
      expect(body).toMatchObject(usage)
    })

    it('201: every field can be given', async () => {
      const full = {
        name: 'Everything',
        address2: 'Floor 2',
        building: { type: 'Suite', value: '3' },
        callerid: '4155550100',
        city: 'Leeds',
        country: 'United Kingdom',
        email: 'leeds@example.com',
        fax: '1',
        latitude: 53.8,
        longitude: -1.5,
        phone: '2',
        state: 'West Yorkshire',
        street: { name: 'Albion', number: 4, type: 'Street' },
        zip: 'LS1 4DL',
      }
      expect((await create(full)).body).toMatchObject(full)
    })

    it('201: it gets a PBX instance of its own', async () => {
      const before = (await world.ada.get('/instances')).body.length
      const { pbx_id: uuid } = await made({ name: 'With a PBX' })
      const instances = (await world.ada.get('/instances')).body
      expect(instances).toHaveLength(before + 1)
      expect(instances.filter((one: { uuid: string }) => one.uuid === uuid)).toHaveLength(1)
      const extension = await world.ada.post(`/instances/${uuid}/bulks/extensions`, {
        data: { id: 1001, name: 'The same number on another instance' },
      })
      expect(extension.status).toBe(201)
      expect(extension.body.location.name).toBe('With a PBX')
    })

    it.each([
      ['/state', { state: 'California' }],
      ['/zip', { zip: '9460' }],
      ['/zip', { zip: '94607-12' }],
      ['/state', { country: 'usa', state: 'C1' }],
      ['/email', { email: 'nobody' }],
      ['/latitude', { latitude: 91 }],
      ['/longitude', { longitude: -181 }],
      ['/building/floor', { building: { floor: 1 } }],
    ])('400: cannot validate %s', async (pointer, fields) => {
      const before = [await list(), (await world.ada.get('/instances')).body]
      const { status, body } = await create({ name: 'Wrong', ...fields })
      expect(status).toBe(400)
      expect(body.errors[0].pointer).toBe(pointer)
      expect([await list(), (await world.ada.get('/instances')).body]).toEqual(before)
    })

    it.each(['id', 'e911_provisioned', 'pbx_id', 'user_id'])('400: %s is set by the server', async (name) => {
      const { status, body } = await create({ name: 'Wrong', [name]: world.acmePbx })
      expect(status).toBe(400)
      expect(body.errors).toEqual([{ pointer: `/${name}`, detail: 'is set by the server' }])
    })

    it('403: not the owner', async () => {
      const before = await list()
      expect((await world.ben.post('/company/locations', { name: 'Mine' })).status).toBe(403)
      expect(await list()).toEqual(before)
    })
  })

  describe('PATCH /company/locations/{location_id}', () => {
    it('200: what is named changes, the rest stays, also within objects', async () => {
      const before = await made({
        name: 'Before',
        building: { type: 'Suite', value: '1' },
        street: { name: 'Quay', number: 2, type: 'Street' },
        phone: '3',
      })
      const { status, body } = await world.ada.patch(urlOf(before), {
        name: ' After ',
        building: { value: '9' },
        street: { number: null },
      })
      expect(status).toBe(200)
      expect(body).toEqual({
        ...before,
        name: 'After',
        building: { type: 'Suite', value: '9' },
        street: { name: 'Quay', number: null, type: 'Street' },
      })
      expect(await list()).toContainEqual(body)
    })

    it('200: null removes a value', async () => {
      const before = await made({
        name: 'Null',
        building: { type: 'a', value: 'b' },
        latitude: 1,
        phone: '2',
      })
      const { body } = await world.ada.patch(urlOf(before), {
        building: null,
        latitude: null,
        phone: null,
        street: null,
      })
      expect(body).toMatchObject({ building: { type: '', value: '' }, latitude: null, phone: '' })
    })

    it('200: the whole object sent back changes nothing', async () => {
      for (const location of await list()) {
        const { status, body } = await world.ada.patch(urlOf(location), location)
        expect(status).toBe(200)
        expect(body).toEqual(location)
      }
    })

    it('200: the callerid of a location is that of extensions there that have none', async () => {
      const location = await made({ name: 'Caller id', callerid: '4155550100' })
      const path = `/instances/${location.pbx_id}/bulks/extensions`
      const plain = (await world.ada.post(path, { data: { id: 1001, name: 'Plain' } })).body
      const value = '"Own" <4155550199>'
      const own = (await world.ada.post(path, { data: { id: 1002, name: 'Own', outboundcid: value } })).body
      expect(plain.outbound_callerid).toEqual({ name: '', number: '4155550100', value: '4155550100' })
      expect(own.outbound_callerid).toEqual({ name: 'Own', number: '4155550199', value })
      await world.ada.patch(urlOf(location), { callerid: '4155550111' })
      const after = (await world.ada.get(path)).body
      expect(after[0].outbound_callerid.number).toBe('4155550111')
      expect(after[1].outbound_callerid.number).toBe('4155550199')
    })

    it('GET /company/locations/{location_id}: one of them, for every user of the company', async () => {
      const [location] = await list()
      for (const client of [world.ada, world.ben]) {
        expect((await client.get(urlOf(location))).body).toEqual(location)
      }
      expect((await world.hank.get(urlOf(location))).status).toBe(404)
      expect((await world.stranger.get(urlOf(location))).status).toBe(401)
    })

    it.each(['e911_provisioned', 'user_id'])('%s changes without the client: ignored', async (name) => {
      const [location] = await list()
      const { status, body } = await world.ada.patch(urlOf(location), { [name]: 'other' })
      expect([status, body[name]]).toEqual([200, location[name]])
    })

    it.each(['id', 'company_id', 'pbx_id'])(
      '400: %s cannot be changed, and nothing else is',
      async (name) => {
        const [location] = await list()
        const { status, body } = await world.ada.patch(urlOf(location), { [name]: 'other', phone: '1' })
        expect(status).toBe(400)
        expect(body.errors).toEqual([{ pointer: `/${name}`, detail: 'cannot be changed' }])
        expect((await list())[0]).toEqual(location)
      },
    )

    it('400: an invalid ZIP code; but a location that has one already can be renamed', async () => {
      const location = await made({ name: 'Abroad', country: 'Canada', zip: 'K1A 0B1' })
      expect(
        (await world.ada.patch(urlOf(location), { country: 'United States', zip: 'K1A 0B1' })).status,
      ).toBe(400)
      expect((await world.ada.patch(urlOf(location), { name: 'Far' })).status).toBe(200)
    })

    it('403: no permission to edit', async () => {
      const [location] = await list()
      expect((await world.ben.patch(urlOf(location), { phone: '1' })).status).toBe(403)
      expect((await list())[0]).toEqual(location)
    })

    it('404: there is no such location', async () => {
      expect((await world.ada.patch(`/company/locations/${'f'.repeat(24)}`, {})).status).toBe(404)
    })
  })

  describe('DELETE /company/locations/{location_id}', () => {
    it('200 with the deleted location; its instance goes with it', async () => {
      const location = await made({ name: 'Soon gone' })
      const { status, body } = await world.ada.delete(urlOf(location))
      expect(status).toBe(200)
      expect(body).toEqual(location)
      expect(await list()).not.toContainEqual(location)
      const instances = (await world.ada.get('/instances')).body
      expect(instances.map((one: { uuid: string }) => one.uuid)).not.toContain(location.pbx_id)
      expect((await world.ada.get(`/instances/${location.pbx_id}/extensions`)).status).toBe(404)
      expect((await world.ada.delete(urlOf(location))).status).toBe(404)
    })

    it('403: not the owner', async () => {
      const location = await made({ name: 'Stays' })
      expect((await world.ben.delete(urlOf(location))).status).toBe(403)
      expect(await list()).toContainEqual(location)
    })

    it('404: there is no such location', async () => {
      expect((await world.ada.delete(`/company/locations/${'f'.repeat(24)}`)).status).toBe(404)
    })

    it('409: the last location of a company', async () => {
      const [only] = (await world.hank.get('/company/locations')).body
      const [extension] = (await world.hank.get(`/instances/${only.pbx_id}/extensions`)).body
      await world.hank.delete(`/instances/${only.pbx_id}/bulks/extensions/${extension._id}`)
      const answer = await world.hank.delete(urlOf(only))
      expect(answer.status).toBe(409)
      expect(answer.body.detail).toBe('An organization must keep at least one location')
      expect((await world.hank.get('/company/locations')).body).toEqual([only])
    })

    it('409: one that still has extensions', async () => {
      const here = await made({ name: 'Here' })
      const path = `/instances/${here.pbx_id}/bulks/extensions`
      const data = { id: 1001, name: 'Between' }
      const extension = (await world.ada.post(path, { data })).body
      expect(extension).toMatchObject({ location_id: here.id, pbx: here.pbx_id })
      expect((await world.ada.delete(urlOf(here))).status).toBe(409)
      await world.ada.delete(`${path}/${extension._id}`)
      expect((await world.ada.delete(urlOf(here))).status).toBe(200)
    })

    it('two owners delete the last two at once: one location stays', async () => {
      const second = (await world.hank.post('/company/locations', { name: 'Second' })).body
      const locations = (await world.hank.get('/company/locations')).body
      expect(locations).toHaveLength(2)
      const answers = await Promise.all(locations.map((one: { id: string }) => world.hank.delete(urlOf(one))))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await world.hank.get('/company/locations')).body).toHaveLength(1)
      expect(second.id).toBeTruthy()
    })
  })
})
