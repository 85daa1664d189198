import type { TSchema } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOpen } from '../../../../src/telephony/http/operation.ts'
import { telephonyOperations } from '../../../../src/telephony/telephony-operations.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { makeThings, type Things } from '../access/things-of-acme.ts'
import { nameOf, urlFor } from '../access/try-operations.ts'
import { groupWrongValues, putAt, type WrongValue, wrongValues } from './schema-fields.ts'
import { semanticFaults } from './semantic-faults.ts'

const operations = telephonyOperations
  .filter(
    ({ body, access, path }) =>
      typeof body === 'object' && !isOpen({ access }) && !path.startsWith('/texting/v2'),
  )
  .map((operation) => [nameOf(operation), operation] as const)

describe.each(engines)('a 400 lists all faults, on %s', (engine) => {
  let world: TelephonyWorld
  let things: Things
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    things = await makeThings(world)
  })
  afterAll(() => world.stop())

  const pointersOf = (body: { errors: { pointer: string }[] }) => body.errors.map(({ pointer }) => pointer)

  it.each(operations)('%s: every field, up to a dozen at once', async (_name, operation) => {
    const isAbsent = ({ value }: WrongValue) =>
      operation.nullIsAbsent && (value === null || (Array.isArray(value) && value.length === 0))
    const cases = wrongValues(operation.body as TSchema).filter((one) => !isAbsent(one))
    expect(cases.length).toBeGreaterThan(1)
    for (const group of groupWrongValues(cases)) {
      const sent = group.reduce((all, { pointer, value }) => putAt(all, pointer, value), {})
      const { status, body } = await world.ada.call(operation.method, urlFor(operation, things), sent)
      expect(status, JSON.stringify(sent)).toBe(400)
      const named = pointersOf(body)
      for (const { pointer, what } of group) {
        expect(named, `${pointer}: ${what}, in ${JSON.stringify(sent)}`).toContain(pointer)
      }
    }
  })

  it.each(Object.entries(semanticFaults))('%s: also what only the database knows', async (name, faults) => {
    const operation = telephonyOperations.find((one) => nameOf(one) === name)!
    const { sent, named } = faults(world, things)
    const { status, body } = await world.ada.call(operation.method, urlFor(operation, things), sent)
    expect(status).toBe(400)
    expect(pointersOf(body).sort()).toEqual([...named].sort())
  })
})
