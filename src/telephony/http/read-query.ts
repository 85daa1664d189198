import type { Static, TObject, TSchema } from '@sinclair/typebox'
import { TypeGuard } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { invalidField } from '../problem.ts'
import { checkBody } from './check-body.ts'

/** The same addresses are asked for again and again; longer ones seldom are. */
const QUERIES_KEPT = 1000
const LONGEST_QUERY = 300
const known = new WeakMap<TObject, Map<string, object>>()

/** What the part of a request's address behind the question mark means. */
export function readQueryOf<Q extends TObject>(schema: Q, request: FastifyRequest): Static<Q> {
  const text = request.url.slice(request.url.indexOf('?') + 1)
  let queries = known.get(schema)
  if (!queries) {
    queries = new Map()
    known.set(schema, queries)
  }
  const before = queries.get(text)
  if (before) return before as Static<Q>
  const query = Object.freeze(readQuery(schema, request.query as Record<string, unknown>))
  if (text.length > LONGEST_QUERY) return query
  if (queries.size >= QUERIES_KEPT) queries.clear()
  queries.set(text, query as object)
  return query
}

/** Query parameters are texts; where the declaration wants a number or a truth value, they are read as one. */
function readQuery<Q extends TObject>(schema: Q, given: Record<string, unknown>): Static<Q> {
  const values: Record<string, unknown> = {}
  for (const [name, raw] of Object.entries(given)) {
    // Of a repeated parameter the last one counts.
    const text = Array.isArray(raw) ? raw.at(-1) : raw
    if (String(text).includes('\0')) throw invalidField(`/${name}`, 'must not contain null characters')
    const property = schema.properties[name]
    values[name] = property ? readValue(property, String(text)) : text
  }
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!(name in values) && property.default !== undefined) values[name] = property.default
  }
  return checkBody(schema, values)
}

function readValue(schema: TSchema, text: string): unknown {
  if (TypeGuard.IsInteger(schema) && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (TypeGuard.IsBoolean(schema) && /^(true|false)$/.test(text)) return text === 'true'
  return text
}
