import type { Static, TObject, TSchema } from '@sinclair/typebox'
import { TypeGuard } from '@sinclair/typebox'
import { parse } from 'fast-querystring'
import type { FastifyRequest } from 'fastify'
import { type Memoized, memoize } from '../../platform/memoize.ts'
import { invalidField } from '../problem.ts'
import { checkBody } from './check-body.ts'

const readings = new WeakMap<TObject, Memoized<object>>()

/** The query parameters of a request, as the operation declares them. */
export function readQueryOf<Q extends TObject>(schema: Q, request: FastifyRequest): Static<Q> {
  const start = request.url.indexOf('?')
  let ofSchema = readings.get(schema)
  if (!ofSchema) {
    ofSchema = memoize({ entries: 1000, longest: 300 }, (text) =>
      Object.freeze(readQuery(schema, parse(text))),
    )
    readings.set(schema, ofSchema)
  }
  return ofSchema.read(start < 0 ? '' : request.url.slice(start + 1)) as Static<Q>
}

/** Query parameters are strings. They are converted where the schema expects a number or a boolean. */
function readQuery<Q extends TObject>(schema: Q, given: Record<string, unknown>): Static<Q> {
  const values: Record<string, unknown> = {}
  for (const [name, raw] of Object.entries(given)) {
    // If a parameter is repeated, the last value counts.
    const text = Array.isArray(raw) ? raw.at(-1) : raw
    if (String(text).includes('\0')) throw invalidField(`/${name}`, 'must not contain null characters')
    const property = schema.properties[name]
    // Forms send every field: an empty filter filters nothing. Numbers are of pages.
    if (property && text === '' && !TypeGuard.IsInteger(property)) continue
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
