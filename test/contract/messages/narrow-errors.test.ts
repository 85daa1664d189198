import { afterAll, beforeAll, describe, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal } from './message-requests.ts'

const bad: [operator: string, operand: unknown, description: string][] = [
  ['foo', 'x', 'unknown operator foo'],
  ['Stream', 'test', 'unknown operator Stream'],
  ['stream', 'nowhere', 'unknown stream nowhere'],
  ['stream', 4711, 'unknown stream 4711'],
  ['stream', 99999999999, 'unknown stream 99999999999'],
  ['stream', 'leadership', 'unknown stream leadership'],
  ['sender', 'x@example.net', 'unknown user x@example.net'],
  ['sender', 4711, 'unknown user 4711'],
  ['pm-with', 'ada@example.com,x@example.net', 'unknown user in ada@example.com,x@example.net'],
  ['pm-with', [4711], 'unknown user in 4711'],
  ['group-pm-with', 'x@example.net', 'unknown user x@example.net'],
  ['is', 'x', "unknown 'is' operand x"],
  ['has', 'x', "unknown 'has' operand x"],
  ['in', 'x', "unknown 'in' operand x"],
  ['streams', 'x', 'unknown streams operand x'],
  ['id', 'x', 'Invalid message ID'],
  ['id', '-1', 'Invalid message ID'],
  ['id', '1.5', 'Invalid message ID'],
]

const misshapen = [
  'x',
  '"stream"',
  '5',
  'null',
  '{"operator": "stream", "operand": "test"}',
  '["stream", "test"]',
  '[5]',
  '[null]',
  '[["stream"]]',
  '[["stream", "test", "more"]]',
  '[["stream", 5]]',
  '[{"operator": "stream"}]',
  '[{"operand": "test"}]',
  '[{"operator": 5, "operand": "test"}]',
  '[{"operator": "stream", "operand": {}}]',
  '[{"operator": "stream", "operand": 1.5}]',
  '[{"operator": "stream", "operand": "test", "negated": "yes"}]',
  '[{"operator": "search", "operand": "a\\u0000b"}]',
  '[["sender", "a\\u0000b"]]',
]

describe.each(engines)('Narrow errors on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const get = (narrow: unknown) =>
    world.ben.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow })

  it.each(bad)('BAD_NARROW | %s: %s', async (operator, operand, desc) => {
    for (const negated of [false, true]) {
      const answer = await get([{ operator, operand, negated }])
      expectRefusal(answer, `Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW', desc })
    }
  })

  it.each(misshapen)("Bad value for 'narrow' | %s", async (narrow) => {
    expectRefusal(await get(narrow), `Bad value for 'narrow': ${narrow}`, {
      code: 'REQUEST_VARIABLE_INVALID',
      var_name: 'narrow',
      bad_value: narrow,
    })
  })
})
