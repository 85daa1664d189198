import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notePhoneEvent } from '../../../../src/telephony/phones/extensions/accounts/note-phone-event.ts'
import type { SubscriberState } from '../../../../src/telephony/phones/pbx/pbx.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('Lists of extensions on %s', (engine) => {
  let world: TelephonyWorld
  let bulks: string
  let plain: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    bulks = `/instances/${world.acmePbx}/bulks/extensions`
    plain = `/instances/${world.acmePbx}/extensions`
    const zoe = (
      await world.ada.post('/company/contacts', { first_name: 'Aaron', work_email: 'zoe_x@example.com' })
    ).body
    await world.ada.post(bulks, {
      data: { id: 55, name: '100% Böse', description: 'Under_score' },
      user: { id: zoe.id },
      purpose: 'mobile-app',
    })
    await world.ada.post(bulks, { data: { id: 999_999, name: 'Spare' }, purpose: '' })
  })
  afterAll(() => world.stop())

  const setState = async (number: number, state: SubscriberState) => {
    const [{ internal_domain: domain }] = (await world.ada.get('/instances')).body
    await notePhoneEvent(world.telephony, { kind: 'registration', address: { domain, number }, state })
  }
  type Query = Record<string, string>
  const numbers = async (path: string, query: Query = {}, client = world.ada) => {
    const { status, body } = await client.get(path, query)
    return status === 404 ? 404 : body.map((one: { data: { id: number } }) => one.data.id)
  }

  describe.each([
    ['GET /instances/{instance_uuid}/bulks/extensions', () => bulks],
    ['GET /instances/{instance_uuid}/extensions', () => plain],
  ])('%s', (_name, path) => {
    it('200: all extensions of the instance by number, for every user', async () => {
      for (const client of [world.ada, world.ben]) {
        expect(await numbers(path(), {}, client)).toEqual([55, 1001, 1002, 1003, 999_999])
      }
    })

    it('200: X-Pagination headers are integers', async () => {
      const { headers } = await world.ada.get(path(), { page_size: '2' })
      expect(headers).toMatchObject({
        'x-pagination-total-count': '5',
        'x-pagination-page-count': '3',
        'x-pagination-current-page': '1',
        'x-pagination-per-page': '2',
      })
    })

    it('filter_by=unassigned: those without a user', async () => {
      expect(await numbers(path(), { filter_by: 'unassigned' })).toEqual([1003, 999_999])
    })

    it('filter_by=unregistered: those without a phone', async () => {
      expect(await numbers(path(), { filter_by: 'unregistered' })).toEqual([55, 1001, 1002, 1003, 999_999])
      await setState(1002, 'AUTHENTICATED')
      await setState(1003, 'SLEEPING')
      expect(await numbers(path(), { filter_by: 'unregistered' })).toEqual([55, 1001, 999_999])
      for (const number of [1002, 1003]) await setState(number, 'UNAUTHENTICATED')
    })

    it('filter_by=softphone: those of purpose mobile-app', async () => {
      expect(await numbers(path(), { filter_by: 'softphone' })).toEqual([55, 1001])
    })

    it.each([
      ['a number', '1002', [1002]],
      ['part of a number', '100', [55, 1001, 1002, 1003]],
      ['a name, in any case', 'MEETING', [1003]],
      ['letters beyond ASCII', 'bÖSE', [55]],
      ['a description', 'under_s', [55]],
      ['the name of the user', 'ada love', [1001]],
      ['a number and a name', 'okri 100', [1002]],
      ['the address of the user', 'ben@example.com', [1002]],
      ['a percent sign, which is no wildcard', '0%', [55]],
      ['an underscore, which is no wildcard', '_', [55]],
      ['a backslash', '\\', 404],
      ['a quote', "' or 1=1 --", 404],
    ])('search: %s', async (_what, search, found) => {
      expect(await numbers(path(), { search })).toEqual(found)
    })

    it('number: only extensions with these numbers', async () => {
      expect(await numbers(path(), { number: '1003, 55,4711,x' })).toEqual([55, 1003])
      expect(await numbers(path(), { number: '1002,1003', search: 'okri' })).toEqual([1002])
      for (const number of ['4711', 'none', '99999999999999999999']) {
        expect(await numbers(path(), { number })).toBe(404)
      }
    })

    it('search and filter_by must both match', async () => {
      expect(await numbers(path(), { search: '100', filter_by: 'softphone' })).toEqual([55, 1001])
    })

    it('404: no extensions match', async () => {
      const { status, body } = await world.ada.get(path(), { search: 'nothing like that' })
      expect(status).toBe(404)
      expect(body.detail).toBe('No extensions found')
    })

    it('404: an instance without extensions, and an unknown one', async () => {
      const { pbx_id: uuid } = (await world.ada.post('/company/locations', { name: 'Empty' })).body
      expect((await world.ada.get(path().replace(world.acmePbx, uuid))).status).toBe(404)
      const unknown = await world.ada.get(path().replace(world.acmePbx, '00000000'))
      expect(unknown.body).toMatchObject({ status: 404, detail: 'There is no such phone system' })
    })

    it.each([
      ['filter_by', 'assigned'],
      ['by_user', 'off'],
      ['search', 'x'.repeat(201)],
    ])('400: %s', async (name, value) => {
      const { status, body } = await world.ada.get(path(), { [name]: value })
      expect(status).toBe(400)
      expect(body.errors[0].pointer).toBe(`/${name}`)
    })
  })

  it('GET .../next-number: the first free number after one that is in use', async () => {
    const next = async (uuid = world.acmePbx) =>
      (await world.ben.get(`/instances/${uuid}/bulks/extensions/next-number`)).body.number
    expect(await next()).toBe(56)
    // 112 is an emergency number; 111 is followed by it.
    const { pbx_id: uuid } = (await world.ada.post('/company/locations', { name: 'Numbers' })).body
    const add = (id: number) =>
      world.ada.post(`/instances/${uuid}/bulks/extensions`, { data: { id, name: `Desk ${id}` } })
    expect(await next(uuid)).toBe(1001)
    await add(111)
    expect(await next(uuid)).toBeNull()
    for (const id of [200, 201, 203]) await add(id)
    expect(await next(uuid)).toBe(202)
    expect((await world.hank.get(`/instances/${uuid}/bulks/extensions/next-number`)).status).toBe(404)
  })

  it('GET .../next-number: also where ring groups fill many gaps', async () => {
    const { pbx_id: uuid } = (await world.ada.post('/company/locations', { name: 'Mixed numbers' })).body
    for (let id = 200; id <= 240; id += 2) {
      await world.ada.post(`/instances/${uuid}/bulks/extensions`, { data: { id, name: `Desk ${id}` } })
      const group = { number: id + 1, name: `Group ${id}`, members: [String(id)] }
      if (id < 240) await world.ada.post(`/instances/${uuid}/ring-groups`, group)
    }
    const { body } = await world.ada.get(`/instances/${uuid}/bulks/extensions/next-number`)
    expect(body).toEqual({ number: 241 })
  })

  it('bulks, by_user=on: sorted by the name of the user, unassigned ones last', async () => {
    expect(await numbers(bulks, { by_user: 'on' })).toEqual([55, 1001, 1002, 1003, 999_999])
    const ada = `/company/contacts/${world.demo.acme.owner.id}`
    await world.ada.patch(ada, { first_name: 'Zada' })
    expect(await numbers(bulks, { by_user: 'on' })).toEqual([55, 1002, 1001, 1003, 999_999])
    expect(await numbers(bulks)).toEqual([55, 1001, 1002, 1003, 999_999])
    await world.ada.patch(ada, { first_name: 'Ada' })
  })

  it('plain, by_user=on: only those of the user who asks, instead of filter_by', async () => {
    expect(await numbers(plain, { by_user: 'on' })).toEqual([1001])
    expect(await numbers(plain, { by_user: 'on' }, world.ben)).toEqual([1002])
    expect(await numbers(plain, { by_user: 'on', filter_by: 'unassigned' }, world.ben)).toEqual([1002])
  })

  it('an extension has every field of the specification', async () => {
    const [ada] = (await world.ada.get(bulks, { search: '1001' })).body
    expect(Object.keys(ada).sort()).toEqual(
      [
        ...['_id', 'data', 'extensions', 'location', 'location_id', 'outbound_callerid', 'pbx', 'phone'],
        ...['purpose', 'qr-config', 'reserved', 'subscriber', 'user'],
      ].sort(),
    )
    expect(ada).toMatchObject({
      extensions: [],
      outbound_callerid: null,
      pbx: world.acmePbx,
      purpose: 'mobile-app',
      reserved: null,
      subscriber: { call_status: 'idle', extension_id: ada._id, state: 'UNAUTHENTICATED' },
      user: { id: world.demo.acme.owner.id, extension: { id: ada._id, number: 1001 } },
      location: { id: ada.location_id, name: 'Headquarters' },
    })
    const { fqdn } = (await world.ada.get('/instances')).body[0]
    expect(ada.phone).toEqual([
      {
        _id: ada._id,
        company: world.demo.acme.company.public_id,
        data: {
          reg: [
            {
              displayname: 'Ada Lovelace',
              label: '1001',
              password: ada.data.secret,
              server: [{ address: fqdn }],
              userid: 1001,
            },
          ],
        },
      },
    ])
  })

  describe('GET /account/{contact_id}/extensions', () => {
    const account = (id: string, query: Query = {}) => numbers(`/account/${id}/extensions`, query)

    it('200: the extensions of the user, on all instances', async () => {
      const { id } = (await world.ada.post('/company/contacts', { first_name: 'Both' })).body
      const { pbx_id: uuid } = (await world.ada.post('/company/locations', { name: 'Other' })).body
      await world.ada.post(bulks, { data: { id: 3001, name: 'Here' }, user: { id }, purpose: 'mobile-app' })
      await world.ada.post(`/instances/${uuid}/bulks/extensions`, {
        data: { id: 3002, name: 'There' },
        user: { id },
        purpose: '',
      })
      expect(await account(id)).toEqual([3001, 3002])
      expect(await account(id, { purpose: 'softphone' })).toEqual([3001])
      expect(await account(id, { purpose: 'unassigned' })).toEqual([3002])
    })

    it('200: an empty list for a user without extensions', async () => {
      const { id } = (await world.ada.post('/company/contacts', { first_name: 'None' })).body
      expect(await account(id)).toEqual([])
    })

    it('400: the purpose is not a known one', async () => {
      const { id } = world.demo.acme.ben
      const { status, body } = await world.ada.get(`/account/${id}/extensions`, { purpose: 'ip-phone' })
      expect(status).toBe(400)
      expect(body.errors[0].pointer).toBe('/purpose')
    })

    it('404: there is no such contact', async () => {
      expect(await account('f'.repeat(24))).toBe(404)
    })
  })

  it('a description of any length is stored; a search finds its beginning', async () => {
    const bulks = `/instances/${world.acmePbx}/bulks/extensions`
    // Three bytes each and no two alike: more than an entry of an index can hold, even compressed.
    const letters = Array.from({ length: 980 }, (_, index) => 0x4e00 + ((index * 7919) % 20_000))
    const description = `hay ${String.fromCodePoint(...letters)} needle`
    const data = { id: 7777, name: 'Barn', description }
    expect((await world.ada.post(bulks, { data })).body.data.description).toBe(description)
    for (const search of ['barn', '7777', 'hay 一']) {
      expect((await world.ada.get(bulks, { search })).body.map(({ data: { id } }: Shown) => id)).toEqual([
        7777,
      ])
    }
  })
})

interface Shown {
  data: { id: number }
}
