import fc from 'fast-check'
import type { Schema } from './documented-routes.ts'

/** What was seen in answers and may be asked for: ids, names, addresses, tokens. */
export interface Pool {
  readonly known: string[]
  /** by the name of the field in which it was seen */
  readonly byName: Record<string, string[]>
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const deepObject = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

const texts = [
  '', ' ', '\t\n', '\0', 'a\0b', '\ud800', 'x\udc00', '\ufffe', '\u202eabc', '\u200f', '\ufeff', 'e\u0301\u0301',
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}', '\u{10ffff}', "'", '"', '`', '\\', "'; drop table users; --",
  "' or 1=1 --", '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '../../../../etc/passwd',
  '..\\..\\x', '%2e%2e%2f', '%', '%00', '%zz', '%_\\', '*', '(', '(a+)+$', '[', '#{7*7}', '{{7*7}}', '\r\nX-Y: z',
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'undefined', 'true', 'false', 'NaN',
  'Infinity', '-Infinity', '-0', '0', '1', '2', '-1', '1.5', '1e308', '1e999', '0x10', '٣', '2147483647',
  '2147483648', '-2147483649', '4294967296', '9007199254740991', '9007199254740992', '-9007199254740993',
  '9223372036854775807', '9223372036854775808', '1'.repeat(400), '[]', '{}', '""', '[null]', '[[]]', '[1,[2]]',
  '{"__proto__":{"x":1}}', '[1e999]', '["\\ud800"]', '["\\u0000"]', '[-1]', '[0]', '[1,1,1]', '["a","a"]',
  '[9007199254740993]', '{"a":', '[1,', deep(50), deep(2000), deepObject(2000), 'a@b', 'a@example.com',
  'ada@example.com', 'ben@example.com,cleo@example.com', 'x@'.repeat(200), 'http://', 'http://[::1]/',
  'http://127.0.0.1:1/', 'http://169.254.169.254/', 'javascript:alert(1)', 'file:///etc/passwd', 'https://x/%(a)s',
  '@**all**', '@*x*', '#**test**', '```quote\n', '|a|b|\n|-|-|\n', '> '.repeat(300), '*'.repeat(2000),
  '[a]('.repeat(500), '2026-02-30', '2026-01-01T00:00:00Z', '0000-00-00', 'Europe/London', 'Mars/Phobos',
  '+12025550101', '+1', '00', 'oldest', 'newest', 'primary', 'all', 'test', 'add', 'remove', 'start', 'read',
  'x'.repeat(61), 'x'.repeat(256), 'é'.repeat(1025), '\u{1f600}'.repeat(5001), 'x'.repeat(70_000), ','.repeat(3000),
  ' '.repeat(20_000), '-'.repeat(5000), '\n'.repeat(5000),
] // biome-ignore format: a list to read by eye

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.integer().map(String) },
  { weight: 1, arbitrary: fc.double().map(String) },
)

const numbers = [
  0,
  -0,
  1,
  -1,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  Number.NaN,
  Number.POSITIVE_INFINITY,
]

/** Any JSON, and some that JSON.stringify turns into something else. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(...numbers, true, false, null, [], {}, [null], [[]], [{}]),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.array(fc.oneof(hostileText, fc.integer()), { maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(100, 3000).map((count) => Array.from({ length: count }, (_, at) => at)),
  },
  { weight: 1, arbitrary: fc.constantFrom(60, 500).map((levels) => JSON.parse(deepObject(levels))) },
)

/** Mostly what the schema asks for, so that the rest of a request gets past the first check. */
export function fitting(schema: Schema, pool: Pool, name = '', depth = 0): fc.Arbitrary<unknown> {
  const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (options) return fc.oneof(...options.map((option) => fitting(option, pool, name, depth)))
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...schema.enum)
  switch (schema.type) {
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'integer':
    case 'number':
      return fc.oneof(
        { weight: Object.hasOwn(pool.byName, name) ? 6 : 0, arbitrary: fromPool(pool, name).map(Number) },
        { weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }) },
        { weight: 1, arbitrary: fc.constantFrom(...edges(schema)) },
      )
    case 'array':
      return fc.array(fitting((schema.items as Schema) ?? {}, pool, name, depth + 1), { maxLength: 3 })
    case 'object':
      return depth > 4 ? fc.constant({}) : fittingObject(schema, pool, depth)
    case 'string':
      return fc.oneof(
        { weight: 5, arbitrary: fromPool(pool, name) },
        { weight: 2, arbitrary: fc.constantFrom(...lengths(schema)) },
      )
    default:
      return hostileJson
  }
}

/** Asked when a value is wanted, not before: the pool grows. */
export const fromPool = (pool: Pool, name = '') =>
  fc.tuple(fc.nat(), fc.nat()).map(([number, other]) => {
    const list = Object.hasOwn(pool.byName, name) && other % 4 > 0 ? pool.byName[name]! : pool.known
    return list.length === 0 ? 'x' : list[number % list.length]!
  })

function fittingObject(schema: Schema, pool: Pool, depth: number): fc.Arbitrary<unknown> {
  const required = (schema.required ?? []) as string[]
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    fc.oneof(
      { weight: 15, arbitrary: fitting(property, pool, name, depth + 1) },
      { weight: 1, arbitrary: hostileJson },
    ),
  ])
  return fc.record(Object.fromEntries(properties), { requiredKeys: required as never[] })
}

function edges(schema: Schema): number[] {
  const least = typeof schema.minimum === 'number' ? schema.minimum : 0
  const most = typeof schema.maximum === 'number' ? schema.maximum : 2 ** 53 - 1
  return [least, most, least - 1, most + 1]
}

function lengths(schema: Schema): string[] {
  const most = typeof schema.maxLength === 'number' && schema.maxLength < 20_000 ? schema.maxLength : 100
  return ['a', 'x'.repeat(most), 'x'.repeat(most + 1), '\u{1f600}'.repeat(Math.min(most, 3000))]
}
