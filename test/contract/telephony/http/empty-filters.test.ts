import { TypeGuard } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../../../src/telephony/http/operation.ts'
import { telephonyOperations } from '../../../../src/telephony/telephony-operations.ts'
import { missingDocumentPrograms } from '../../../harness/documents.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { makeThings, type Things } from '../access/things-of-acme.ts'
import { nameOf, urlFor } from '../access/try-operations.ts'

/** All but those of pages. */
const filtersOf = ({ query }: Operation) =>
  Object.entries(query?.properties ?? {}).flatMap(([name, schema]) =>
    TypeGuard.IsInteger(schema) ? [] : [name],
  )

const lists = telephonyOperations.filter(
  (operation) => operation.method === 'GET' && filtersOf(operation).length > 0,
)

describe.each(engines)('an empty filter filters nothing, on %s', (engine) => {
  let world: TelephonyWorld
  let things: Things
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    things = await makeThings(world)
  })
  afterAll(() => world.stop())

  it('every list with filters is here', () => {
    expect(lists.length).toBeGreaterThan(14)
  })

  const rows = lists.filter(({ path }) => !(missingDocumentPrograms && path.startsWith('/fax/')))
  it.each(rows.map((operation) => [nameOf(operation), operation] as const))(
    '%s',
    async (_name, operation) => {
      const url = urlFor(operation, things).split('?')[0]!
      const plain = await world.ada.get(url)
      // An empty list would be the same with any filter.
      expect(plain.status).toBe(200)
      if (Array.isArray(plain.body)) expect(plain.body).not.toHaveLength(0)
      const names = filtersOf(operation)
      for (const query of [...names.map((name) => `${name}=`), names.map((name) => `${name}=`).join('&')]) {
        const { status, body, bytes } = await world.ada.get(`${url}?${query}`)
        expect({ status, body: body ?? bytes }, query).toEqual({
          status: 200,
          body: plain.body ?? plain.bytes,
        })
      }
    },
  )
})
