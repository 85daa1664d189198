import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { telephonyOperations } from '../../../../src/telephony/telephony-operations.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { stateOf } from './company-state.ts'
import { goodBody, type Ids, idsOf, namesIn, urlOf } from './operation-urls.ts'

const known = ['instance_uuid', 'extension_id', 'contact_id', 'location_id']
const operations = telephonyOperations
  .filter((one) => namesIn(one).length > 0 && namesIn(one).every((name) => known.includes(name)))
  .map((operation) => [`${operation.method} ${operation.path}`, operation] as const)
const withTwo = operations.filter(([, one]) => namesIn(one).length === 2)

describe.each(engines)('Companies are apart on %s', (engine) => {
  let world: TelephonyWorld
  let acme: Ids
  let globex: Ids
  let before: unknown[]
  const states = async () => [await stateOf(world.ada), await stateOf(world.hank)]
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    acme = await idsOf(world.ada)
    globex = await idsOf(world.hank)
    before = await states()
  })
  afterAll(() => world.stop())

  it('there is something to test', () => {
    expect(operations.length).toBeGreaterThanOrEqual(12)
    expect(withTwo.length).toBeGreaterThanOrEqual(4)
  })

  it.each(operations)("%s: 404 for what is Globex's, for everyone at Acme", async (_name, operation) => {
    for (const client of [world.ada, world.ben]) {
      const answer = await client.call(operation.method, urlOf(operation, globex), goodBody(operation))
      expect(answer.status).toBe(404)
    }
  })

  it.each(operations)("%s: 404 for what is Acme's, for the owner of Globex", async (_name, operation) => {
    const answer = await world.hank.call(operation.method, urlOf(operation, acme), goodBody(operation))
    expect(answer.status).toBe(404)
  })

  it.each(withTwo)(
    "%s: 404 for one's own instance with another company's extension",
    async (_name, operation) => {
      const mixed = { ...acme, extension_id: globex.extension_id! }
      const swapped = { ...globex, extension_id: acme.extension_id! }
      for (const ids of [mixed, swapped]) {
        const answer = await world.ada.call(operation.method, urlOf(operation, ids), goodBody(operation))
        expect(answer.status).toBe(404)
      }
    },
  )

  it.each(operations)('%s: 404 for what nobody has', async (_name, operation) => {
    for (const id of ['f'.repeat(24), 'x', '%00', "'", '..%2f', 'x'.repeat(400)]) {
      const answer = await world.ada.call(operation.method, urlOf(operation, {}, id), goodBody(operation))
      expect(answer.status, id).toBe(404)
    }
  })

  it.each(operations)('%s: 404 comes before complaints about the body', async (_name, operation) => {
    const answer = await world.ada.call(operation.method, urlOf(operation, globex), '{"nope')
    expect(answer.status).toBe(404)
  })

  it('none of it has changed anything', async () => {
    expect(await states()).toEqual(before)
  })

  it("lists have nothing of the other company's", async () => {
    const mine = JSON.stringify([before[0], (await world.ada.get('/system/instances')).body])
    for (const id of [...Object.values(globex), world.demo.globex.company.public_id]) {
      expect(mine).not.toContain(id)
    }
  })

  it("an extension cannot be given to another company's user or location", async () => {
    const path = `/instances/${acme.instance_uuid}/bulks/extensions`
    const user = await world.ada.post(path, {
      data: { id: 4001, name: 'Theirs' },
      user: { id: globex.contact_id },
    })
    expect(user.status).toBe(400)
    expect(user.body.errors).toEqual([{ pointer: '/user/id', detail: 'names nobody in the organization' }])
    const place = await world.ada.post(path, {
      data: { id: 4001, name: 'There' },
      location_id: globex.location_id,
    })
    expect(place.body.errors).toEqual([{ pointer: '/location_id', detail: expect.any(String) }])
    expect(await states()).toEqual(before)
  })

  it('a location for another company: 403; a user for another company: 400', async () => {
    const { public_id: company_id } = world.demo.globex.company
    expect((await world.ada.post('/company/locations', { name: 'Theirs', company_id })).status).toBe(403)
    const user = await world.ada.post('/company/contacts', { first_name: 'Theirs', company_id })
    expect(user.body.errors).toEqual([{ pointer: '/company_id', detail: 'is set by the server' }])
    expect(await states()).toEqual(before)
  })

  it('two companies have extensions of the same number, and neither gets events about the other', async () => {
    const numbers = before.map((state) => (state as { extensions: { data: { id: number } }[][] }).extensions)
    expect(numbers.map(([first]) => first![0]!.data.id)).toEqual([1001, 1001])
  })
})

describe.each(engines)('The order of checks on %s', (engine) => {
  let world: TelephonyWorld
  let acme: Ids
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    acme = await idsOf(world.ada)
  })
  afterAll(() => world.stop())
  const broken = '{"nope'

  it('the key, then the user: both wrong tells of the key', async () => {
    const { body } = await world.stranger.with({ 'x-user-id': 'nobody' }).get('/system/company')
    expect(body.detail).toMatch(/API key/)
  })

  it('401 before 404, 403 and 400', async () => {
    const url = `/company/locations/${'f'.repeat(24)}`
    expect((await world.stranger.patch(url, broken)).status).toBe(401)
    expect((await world.ben.with({ 'x-user-id': 'nobody' }).patch('/company', broken)).status).toBe(401)
  })

  it('404 before 403: who may not anyway still learns nothing', async () => {
    for (const path of ['contacts', 'locations']) {
      const url = `/company/${path}/${'f'.repeat(24)}`
      expect((await world.ben.delete(url)).status).toBe(404)
      expect((await world.ben.patch(url, broken)).status).toBe(404)
    }
  })

  it.each([
    ['PATCH', '/company'],
    ['POST', '/company/contacts'],
    ['POST', '/company/locations'],
  ] as const)('403 before 400: %s %s by somebody who is not the owner', async (method, url) => {
    expect((await world.ben.call(method, url, broken)).status).toBe(403)
    expect((await world.ben.call(method, url, { nope: true })).status).toBe(403)
  })

  it('403 before 400 with a path: another user, a location', async () => {
    const user = `/company/contacts/${world.demo.acme.owner.id}`
    expect((await world.ben.patch(user, broken)).status).toBe(403)
    expect((await world.ben.patch(`/company/locations/${acme.location_id}`, broken)).status).toBe(403)
  })

  it('403 before 409: who may not delete does not learn why it would fail', async () => {
    expect((await world.ben.delete(`/company/locations/${acme.location_id}`)).status).toBe(403)
  })

  it('404 of the instance before 400 of the query', async () => {
    const answer = await world.ada.get(`/instances/${'f'.repeat(24)}/extensions`, { page: 0 })
    expect(answer.status).toBe(404)
  })
})
