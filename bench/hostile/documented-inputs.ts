import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../servers.ts'
import type { HostileInput } from './hostile-input.ts'

interface Schema {
  type?: string
  items?: Schema
  anyOf?: Schema[]
  $ref?: string
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
}

interface OperationDocument {
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** Just below the limit of a body. */
const BYTES = 900_000
const MAX_ITEMS = 10_000

/**
 * For every documented operation with a body: one request for each of its fields, which is as large as it may be, and
 * two with many and deep unknown fields.
 */
export function documentedInputs(product: 'chat' | 'telephony'): HostileInput[] {
  const { paths } = JSON.parse(readFileSync(join(project, `docs/openapi/${product}.json`), 'utf8')) as {
    paths: Record<string, Record<string, OperationDocument>>
  }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) =>
      requestBody ? inputsOf(product, method.toUpperCase(), path, requestBody.content) : [],
    ),
  )
}

function inputsOf(
  product: HostileInput['product'],
  method: string,
  template: string,
  content: Record<string, { schema: Schema }>,
): HostileInput[] {
  const schema = (content['application/x-www-form-urlencoded'] ?? content['application/json'])?.schema
  const path = template.replace(/\{[^}]+\}/g, '1')
  const input = (what: string, body: string): HostileInput => ({
    name: `${method} ${template}: ${what}`,
    product,
    method,
    path,
    type: 'application/json',
    body,
  })
  const properties = Object.entries(schema?.properties ?? {})
  const small = Object.fromEntries(
    properties
      .filter(([name]) => schema?.required?.includes(name))
      .map(([name, property]) => [name, smallValue(property)]),
  )
  return [
    ...properties.map(([name, property]) =>
      input(name, JSON.stringify({ ...small, [name]: largeValue(property) })),
    ),
    input('many fields', `{${fill((at) => `"f${at}":0`)}}`),
    input('nested lists', `{"f":[${fill(() => '['.repeat(90) + ']'.repeat(90))}]}`),
  ]
}

function fill(part: (at: number) => string): string {
  const parts: string[] = []
  for (let bytes = 0; bytes < BYTES; bytes += parts.at(-1)!.length + 1) parts.push(part(parts.length))
  return parts.join(',')
}

function smallValue(schema: Schema): unknown {
  const { type, anyOf, items, properties = {}, required = [] } = schema
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (anyOf) return smallValue(anyOf[0]!)
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  if (type === 'array') return items ? [smallValue(items)] : []
  if (type === 'object') {
    return Object.fromEntries(required.map((name) => [name, smallValue(properties[name] ?? {})]))
  }
  return 'x'
}

function largeValue(schema: Schema): unknown {
  const { type, anyOf, items = {}, properties } = schema
  if (anyOf)
    return largeValue(anyOf.find((one) => one.type === 'array' || one.type === 'object') ?? anyOf[0]!)
  if (type === 'array') {
    const item = JSON.stringify(smallValue(items)).length + 10
    const count = Math.min(MAX_ITEMS, Math.floor(BYTES / item))
    return Array.from({ length: count }, (_, at) => distinct(smallValue(items), at))
  }
  if (type === 'object' && !properties) {
    return Object.fromEntries(Array.from({ length: MAX_ITEMS }, (_, at) => [`key ${at}`, `value ${at}`]))
  }
  if (type === 'object') return smallValue(schema)
  if (type === 'integer' || type === 'number') return 1
  return '*[_`@**a:'.repeat(Math.floor(BYTES / 9))
}

/** So that duplicates are not dropped. */
function distinct(value: unknown, at: number): unknown {
  if (typeof value === 'string') return `${value} ${at}`
  if (typeof value === 'number') return at
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, distinct(part, at)]))
}
