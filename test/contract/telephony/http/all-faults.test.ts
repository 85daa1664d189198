import { KindGuard, type TObject } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../../../src/telephony/http/operation.ts'
import { telephonyOperations } from '../../../../src/telephony/telephony-operations.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { makeThings, type Things } from '../access/things-of-acme.ts'
import { nameOf, urlFor } from '../access/try-operations.ts'

/** The fields with a type that a value can violate. */
const checkedFields = ({ body }: Operation) =>
  typeof body === 'object' && KindGuard.IsObject(body)
    ? Object.entries((body as TObject).properties)
        .filter(([, schema]) => !KindGuard.IsUnknown(schema) && !KindGuard.IsAny(schema))
        .map(([name]) => name)
    : []

const operations = telephonyOperations.filter(
  (operation) =>
    ['POST', 'PUT', 'PATCH'].includes(operation.method) &&
    operation.access !== 'anyone' &&
    checkedFields(operation).length > 1,
)

describe.each(engines)('a 400 lists all faults, on %s', (engine) => {
  let world: TelephonyWorld
  let things: Things
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    things = await makeThings(world)
  })
  afterAll(() => world.stop())

  const pointersOf = (body: { errors: { pointer: string }[] }) => body.errors.map(({ pointer }) => pointer)

  it.each(operations.map((operation) => [nameOf(operation), operation] as const))(
    '%s: two fields are wrong, and a third is unknown',
    async (_name, operation) => {
      const [first, second] = checkedFields(operation) as [string, string]
      // No field of the API is a function of a list of lists.
      const nonsense = [[[]]]
      const sent = { [first]: nonsense, [second]: nonsense, no_such_field: 1 }
      const { status, body } = await world.ada.call(operation.method, urlFor(operation, things), sent)
      expect(status).toBe(400)
      const pointers = pointersOf(body)
      for (const name of [first, second, 'no_such_field']) {
        expect(
          pointers.some((pointer) => pointer === `/${name}` || pointer.startsWith(`/${name}/`)),
          `${name} in ${pointers.join(' ')}`,
        ).toBe(true)
      }
    },
  )

  it('also those that only the database knows: an extension', async () => {
    const list = `/instances/${world.acmePbx}/bulks/extensions`
    const { body } = await world.ada.post(list, {
      data: { id: 1001, name: 'Taken' },
      user: { id: world.demo.globex.owner.id },
      location_id: world.demo.globex.location.id,
      _id: 'x',
    })
    expect(new Set(pointersOf(body))).toEqual(new Set(['/data/id', '/user/id', '/location_id', '/_id']))
    for (const method of ['PUT', 'PATCH'] as const) {
      const answer = await world.ada.call(method, `${list}/${things.ids.extension_id}`, {
        data: { id: 9999, name: 'Renumbered' },
        user: { id: world.demo.globex.owner.id },
        location_id: world.demo.globex.location.id,
        _id: 'x',
      })
      expect(answer.status).toBe(400)
      expect(new Set(pointersOf(answer.body))).toEqual(
        new Set(['/data/id', '/user/id', '/location_id', '/_id']),
      )
    }
  })

  it('also those that only the database knows: a user', async () => {
    const { body } = await world.ada.post('/company/contacts', {
      first_name: 'Second',
      contacts: { email: 'ben@example.com' },
      id: 'x',
    })
    expect(new Set(pointersOf(body))).toEqual(new Set(['/contacts/email', '/id']))
  })
})
