import type { TSchema } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { companyRoutes } from '../../../../src/telephony/company/company-routes.ts'
import { contactRoutes } from '../../../../src/telephony/company/contacts/contact-routes.ts'
import { locationRoutes } from '../../../../src/telephony/company/locations/location-routes.ts'
import { extensionRoutes } from '../../../../src/telephony/phones/extensions/extension-routes.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { stateOf } from './company-state.ts'
import { goodBody, type Ids, idsOf, urlOf } from './operation-urls.ts'
import { groupWrongValues, putAt, type WrongValue, wrongValues } from './schema-fields.ts'

const operations = [...companyRoutes, ...contactRoutes, ...locationRoutes, ...extensionRoutes]
  .filter(({ body }) => typeof body === 'object')
  .map((operation) => [`${operation.method} ${operation.path}`, operation] as const)

describe.each(engines)('Wrong values on %s', (engine) => {
  let world: TelephonyWorld
  let ids: Ids
  let before: unknown
  let position: number
  const head = () => world.telephony.follower.seen(world.demo.acme.company.id)
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    ids = await idsOf(world.ada)
    before = await stateOf(world.ada)
    position = head()
  })
  afterAll(() => world.stop())

  it('every operation with a body is here', () => {
    expect(operations.map(([name]) => name)).toEqual([
      'PATCH /company',
      'POST /company/contacts',
      'PATCH /company/contacts/:contact_id',
      'POST /company/locations',
      'PATCH /company/locations/:location_id',
      'POST /instances/:instance_uuid/bulks/extensions',
      'POST /instances/:instance_uuid/bulks/extensions/check',
      'PUT /instances/:instance_uuid/bulks/extensions/:extension_id',
      'PATCH /instances/:instance_uuid/bulks/extensions/:extension_id',
    ])
  })

  describe.each(operations)('%s', (_name, operation) => {
    const isAbsent = ({ value }: WrongValue) =>
      operation.nullIsAbsent && (value === null || (Array.isArray(value) && value.length === 0))
    const cases = wrongValues(operation.body as TSchema).filter((one) => !isAbsent(one))
    const pointers = [...new Set(cases.map(({ pointer }) => pointer))]
    /** what was answered to the body with this wrong value in it */
    const answers = new Map<WrongValue, { status: number; named: string[] }>()
    beforeAll(async () => {
      for (const group of groupWrongValues(cases)) {
        const body = group.reduce(
          (all, { pointer, value }) => putAt(all, pointer, value),
          goodBody(operation) as object,
        )
        const answer = await world.ada.call(operation.method, urlOf(operation, ids), body)
        const named = (answer.body.errors ?? []).map((one: { pointer: string }) => one.pointer)
        for (const item of group) answers.set(item, { status: answer.status, named })
      }
    })

    it.each(pointers)('%s: 400 that points there, and nothing is stored', async (pointer) => {
      for (const item of cases.filter((one) => one.pointer === pointer)) {
        expect(answers.get(item)?.status, item.what).toBe(400)
        expect(answers.get(item)?.named, item.what).toContain(pointer)
      }
      expect(head()).toBe(position)
    })
  })

  it('nothing has changed after all of them', async () => {
    expect(await stateOf(world.ada)).toEqual(before)
  })
})

describe.each(engines)('Required fields on %s', (engine) => {
  let world: TelephonyWorld
  let ids: Ids
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    ids = await idsOf(world.ada)
  })
  afterAll(() => world.stop())
  const extensions = () => `/instances/${ids.instance_uuid}/bulks/extensions`

  it.each([
    ['contact', () => '/company/contacts', { last_name: 'Only' }, ['/first_name']],
    ['contact of blanks', () => '/company/contacts', { first_name: ' \t ' }, ['/first_name']],
    ['location', () => '/company/locations', { city: 'Only' }, ['/name']],
    ['location of blanks', () => '/company/locations', { name: '  ' }, ['/name']],
    ['extension without data', extensions, { purpose: 'ip-phone' }, ['/data']],
    ['extension with empty data', extensions, { data: {} }, ['/data/id', '/data/name']],
    ['extension without number', extensions, { data: { name: 'Only' } }, ['/data/id']],
    ['extension without name', extensions, { data: { id: 4000 } }, ['/data/name']],
    ['assignment check', () => `${extensions()}/check`, {}, ['/email', '/id']],
  ])('%s: 400 that names what is missing', async (_what, path, body, pointers) => {
    const answer = await world.ada.post(path(), body)
    expect(answer.status).toBe(400)
    const named = answer.body.errors.map((one: { pointer: string }) => one.pointer)
    expect(named.sort()).toEqual(pointers)
  })

  it('PUT: data and its name are required', async () => {
    const url = `${extensions()}/${ids.extension_id}`
    expect((await world.ada.put(url, {})).body.errors[0].pointer).toBe('/data')
    expect((await world.ada.put(url, { data: {} })).body.errors[0].pointer).toBe('/data/name')
  })

  it('PATCH: nothing is required', async () => {
    expect((await world.ada.patch('/company', {})).status).toBe(200)
    expect((await world.ada.patch(`/company/contacts/${ids.contact_id}`, {})).status).toBe(200)
    expect((await world.ada.patch(`/company/locations/${ids.location_id}`, {})).status).toBe(200)
    expect((await world.ada.patch(`${extensions()}/${ids.extension_id}`, {})).status).toBe(200)
  })
})
