import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../../../src/telephony/http/operation.ts'
import { telephonyOperations } from '../../../../src/telephony/telephony-operations.ts'
import { missingDocumentPrograms } from '../../../harness/documents.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { makeThings, type Things } from '../access/things-of-acme.ts'
import { nameOf, urlFor } from '../access/try-operations.ts'
import { putAt } from './schema-fields.ts'
import type { WholeObject } from './whole-object.ts'
import { wholeObjects } from './whole-objects.ts'

/** Commands rather than objects: what they take is not what a GET shows. */
const commands = new Set([
  'PATCH /status/v2/current-user',
  'PUT /cdrs/seen',
  'PUT /instances/:instance_uuid/business-hours/:business_hours_id/mode',
  'PUT /cdrs/:call_id/recording-state',
  'PUT /instances/:instance_uuid/queues/:queue_id/agents/:agent_number',
])

const writes = telephonyOperations.filter(
  ({ method, path, body }) =>
    (method === 'PUT' || method === 'PATCH') && typeof body === 'object' && !path.startsWith('/texting/v2'),
)

/** The object without the values at the pointers. */
const without = (whole: object, pointers: readonly string[]) =>
  pointers.reduce(
    (rest, pointer) => (valueAt(rest, pointer) === undefined ? rest : putAt(rest, pointer, 'any')),
    whole,
  )

const valueAt = (whole: unknown, pointer: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .reduce((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], whole)

describe('whole objects', () => {
  it('each that can be written is here', () => {
    expect(Object.keys(wholeObjects).sort()).toEqual(
      writes
        .map((operation) => nameOf(operation))
        .filter((name) => !commands.has(name))
        .sort(),
    )
  })
})

describe.each(engines)('GET, edit, send back: on %s', (engine) => {
  let world: TelephonyWorld
  let things: Things
  let run = 0
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    things = await makeThings(world)
  })
  afterAll(() => world.stop())

  async function read(operation: Operation, { read: path, listed }: WholeObject): Promise<object> {
    const { status, body } = await world.ada.get(path ?? urlFor(operation, things))
    expect(status).toBe(200)
    return listed ? body.find((item: Record<string, unknown>) => listed(item, things)) : body
  }

  const rows = writes
    .filter((operation) => !commands.has(nameOf(operation)))
    .filter(({ path }) => !(missingDocumentPrograms && path.startsWith('/fax/messages')))
  it.each(rows.map((operation) => [nameOf(operation), operation] as const))(
    '%s changes only what was edited, whatever has changed in between',
    async (name, operation) => {
      const object = wholeObjects[name]!
      const edit = fc.constantFrom(...Object.keys(object.edits)).chain((pointer) => {
        const found = object.edits[pointer]!
        const { to, follow } = 'to' in found ? found : { to: found, follow: [] }
        return fc.record({ pointer: fc.constant(pointer), value: to, follow: fc.constant(follow) })
      })
      await fc.assert(
        fc.asyncProperty(
          edit,
          fc.shuffledSubarray(Object.keys(object.changes)),
          async ({ pointer, value, follow }, changes) => {
            run += 1
            await object.prepare?.(world, things, run)
            const seen = await read(operation, object)
            for (const change of changes) await object.changes[change]!(world, things, run)
            const current = await read(operation, object)
            const edited = putAt(seen, pointer, value)
            const answer = await world.ada.call(operation.method, urlFor(operation, things), edited)
            expect({ status: answer.status, errors: answer.body.errors }).toEqual({
              status: 200,
              errors: undefined,
            })
            const after = await read(operation, object)
            const loose = [pointer, ...follow, ...(object.moves ?? [])]
            expect(valueAt(after, pointer)).toEqual(value)
            for (const [one, other] of object.same?.(after as never) ?? []) expect(one).toEqual(other)
            expect(without(after, loose)).toEqual(without(current, loose))
          },
        ),
        { numRuns: Number(process.env.PROPERTY_RUNS ?? (Object.keys(object.edits).length > 20 ? 25 : 8)) },
      )
    },
  )
})
