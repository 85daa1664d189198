import { type TObject, type TSchema, TypeGuard } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../../../src/telephony/http/operation.ts'
import { isOpen } from '../../../../src/telephony/http/operation.ts'
import { telephonyOperations } from '../../../../src/telephony/telephony-operations.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { makeThings, type Things } from '../access/things-of-acme.ts'
import { nameOf, urlFor } from '../access/try-operations.ts'
import { putAt } from './schema-fields.ts'

/** Bodies with what is required, each time of another thing. */
const least: Record<string, (run: number) => object> = {
  'POST /company/contacts': () => ({ first_name: 'A' }),
  'POST /company/locations': () => ({ name: 'A' }),
  'POST /instances/:instance_uuid/bulks/extensions': (run) => ({ data: { id: 3000 + run, name: 'A' } }),
  'POST /instances/:instance_uuid/ring-groups': (run) => ({
    number: 3000 + run,
    name: 'A',
    members: ['1001'],
  }),
  'POST /instances/:instance_uuid/business-hours': (run) => ({
    number: 3000 + run,
    name: 'A',
    time_zone: 'UTC',
    open_destination: '1001',
  }),
  'POST /instances/:instance_uuid/menus': (run) => ({ number: 3000 + run, name: 'A' }),
  'POST /instances/:instance_uuid/queues': (run) => ({ number: 3000 + run, name: 'A' }),
  'POST /instances/:instance_uuid/conference-rooms': (run) => ({ number: 3000 + run, name: 'A' }),
  'POST /instances/:instance_uuid/parking-lots': (run) => ({
    ...{ number: 3000 + 3 * run, name: 'A' },
    ...{ first_slot: 3001 + 3 * run, last_slot: 3002 + 3 * run },
  }),
  'POST /instances/:instance_uuid/paging-groups': (run) => ({
    ...{ number: 4000 + run, name: 'A', members: ['1001'] },
  }),
  'POST /instances/:instance_uuid/name-directories': (run) => ({ number: 3000 + run, name: 'A' }),
  'POST /instances/:instance_uuid/devices': (run) => ({
    vendor: 'yealink',
    label: 'A',
    mac: `0015650${String(run).padStart(5, '0')}`,
    extensions: [1001],
  }),
  'POST /trunks': (run) => ({ name: 'A', kind: 'ip', host: `192.0.2.${run}` }),
  'POST /blocked-numbers': (run) => ({ number: `+1202555${5000 + run}` }),
  'POST /dids': (run) => ({ number: `+1202555${3000 + run}`, destination: { kind: 'fax' } }),
  'POST /outbound-routes': () => ({ name: 'A' }),
  'POST /fax/destinations': () => ({ emails: ['a@example.com'] }),
  'POST /texting/contacts': (run) => ({ number: `+1202555${4000 + run}` }),
  'POST /texting/conversations/:conversation_id/messages/publish': () => ({ text: 'A' }),
  'POST /files': () => ({ name: 'A' }),
  'POST /api-keys': () => ({ name: 'A', scopes: ['read'] }),
  'POST /webhooks': () => ({ url: 'https://example.com/', events: ['*'] }),
}

const creating = telephonyOperations.filter(
  ({ method, path, body, access, success }) =>
    method === 'POST' &&
    typeof body === 'object' &&
    success.status === 201 &&
    !path.endsWith('/rotate') &&
    !isOpen({ access }) &&
    !path.startsWith('/texting/v2'),
)

type Place = [pointer: string, holds: 'list' | 'object' | 'scalar']

/** Every place of the object that the operation takes and shows. */
function emptyPlaces(schema: TSchema, pointer = ''): Place[] {
  const options = TypeGuard.IsUnion(schema) ? schema.anyOf : [schema]
  const inner =
    options.find((one) => TypeGuard.IsObject(one)) ??
    options.find((one) => TypeGuard.IsArray(one)) ??
    options[0]!
  const holds = TypeGuard.IsObject(inner) ? 'object' : TypeGuard.IsArray(inner) ? 'list' : 'scalar'
  // Fields that the server sets take anything.
  const own: Place[] = pointer === '' || TypeGuard.IsUnknown(inner) ? [] : [[pointer, holds]]
  if (!TypeGuard.IsObject(inner)) return own
  const within = Object.entries(inner.properties).flatMap(([name, one]) =>
    emptyPlaces(one, `${pointer}/${name}`),
  )
  return [...own, ...within]
}

function placesOf({ body, success }: Operation, given: object): Place[] {
  const shown = TypeGuard.IsObject(success.schema) ? success.schema : undefined
  const all = [...emptyPlaces(body as TObject), ...(shown ? emptyPlaces(shown) : [])]
  return [...new Map(all)].filter(([pointer]) => {
    const [first, ...rest] = pointer.slice(1).split('/')
    const top = (given as Record<string, unknown>)[first!]
    // Not what is required, nor parts of what the body does not have.
    return rest.length === 0 ? top === undefined : typeof top === 'object' && !(rest[0]! in (top as object))
  })
}

describe('creating operations', () => {
  it('each of them has its smallest body here', () => {
    expect(Object.keys(least).sort()).toEqual(creating.map((operation) => nameOf(operation)).sort())
  })
})

describe.each(engines)('nulls and empty lists in a POST, on %s', (engine) => {
  let world: TelephonyWorld
  let things: Things
  let run = 0
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    things = await makeThings(world)
  })
  afterAll(() => world.stop())

  it.each(creating.map((operation) => [nameOf(operation), operation] as const))(
    '%s takes null for everything, and an empty list for lists and objects only',
    async (name, operation) => {
      const create = async (change: (given: object) => object) => {
        run += 1
        const { status, body } = await world.ada.post(urlFor(operation, things), change(least[name]!(run)))
        expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined })
        return withoutOwn(body)
      }
      const plain = await create((given) => given)
      const places = placesOf(operation, least[name]!(0))
      expect(places.length).toBeGreaterThan(0)
      const fill = (empty: (place: Place) => null | []) => (given: object) =>
        places.reduce((all, place) => putAt(all, place[0], empty(place)), given)
      expect(await create(fill(([, holds]) => (holds === 'list' ? [] : null)))).toEqual(plain)
      // Each kind of thing in the other form, too.
      expect(await create(fill(([, holds]) => (holds === 'object' ? [] : null)))).toEqual(plain)
      const ofBody = new Set(emptyPlaces(operation.body as TObject).map(([pointer]) => pointer))
      for (const [pointer, holds] of places) {
        if (holds !== 'scalar' || !ofBody.has(pointer)) continue
        run += 1
        const { status, body } = await world.ada.post(
          urlFor(operation, things),
          putAt(least[name]!(run), pointer, []),
        )
        const [, field] = pointer.split('/')
        const named = body.errors?.map((error: { pointer: string }) => error.pointer.split('/')[1])
        expect([pointer, status, named]).toEqual([pointer, 400, expect.arrayContaining([field])])
      }
    },
  )
})

/** Without what differs between two things of the same kind: numbers, dates, ids and secrets. */
const withoutOwn = (body: unknown) =>
  JSON.stringify(body, (key, value) => (key === 'ending' ? '*' : value), 1).replace(/[\w+/=-]{20,}|\d+/g, '*')
