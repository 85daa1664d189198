import { type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { Fault } from '../../problem.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { ExtensionNumber } from '../extension-data/extension-data-schema.ts'
import type { RouteKindName } from './call-route.ts'

/** A kind of route: what its settings are, and how the API names it. */
export interface RouteKind {
  readonly name: RouteKindName
  /** in paths: `ring-groups` */
  readonly path: string
  readonly area: string
  /** `ring group` */
  readonly noun: string
  readonly description: string
  /** The settings. Those without a default are required. */
  readonly fields: TProperties
  readonly defaults: Readonly<Record<string, unknown>>
  /** Settings that clients cannot change by writing the object. */
  readonly readOnly?: readonly string[]
  /** What a schema cannot say. */
  faults?(settings: Readonly<Record<string, unknown>>): Fault[]
  /** Numbers of the instance that it takes, beside its own. */
  furtherNumbers?(settings: Readonly<Record<string, unknown>>): readonly number[]
  /** Stores what else a new route needs. */
  begin?(db: TelephonyDb, secrets: Secrets, companyId: number, id: string): Promise<void>
  /** Removes what else is stored about a route that is deleted. */
  forget?(db: TelephonyDb, companyId: number, id: string): Promise<void>
}

export interface RouteSchemas {
  readonly view: TObject
  /** POST */
  readonly complete: TObject
  readonly patch: TObject
}

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  format: 'line',
  pattern: '\\S',
  title: 'more than blanks',
})
const unchanged = Type.Optional(Type.Unknown())
const sent = {
  id: unchanged,
  company_id: unchanged,
  pbx: unchanged,
  created_at: unchanged,
  updated_at: unchanged,
}

/** Clients need not check what we show. */
function withoutFormats<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema
  // Keeps the symbols of a schema, too.
  const copy = Object.defineProperties(
    Array.isArray(schema) ? [] : {},
    Object.getOwnPropertyDescriptors(schema),
  )
  for (const [key, value] of Object.entries(schema)) Object.assign(copy, { [key]: withoutFormats(value) })
  if (typeof (copy as TSchema).format === 'string') delete (copy as TSchema).format
  return copy as T
}

/** The schemas of a kind of route. */
export function routeSchemas({ fields, defaults, readOnly = [] }: RouteKind): RouteSchemas {
  const each = (change: (name: string, schema: TSchema) => TSchema): TProperties =>
    Object.fromEntries(Object.entries(fields).map(([key, schema]) => [key, change(key, schema)]))
  const own = (key: string, schema: TSchema) => (readOnly.includes(key) ? unchanged : schema)
  const optional = each((key, schema) => Type.Optional(own(key, schema)))
  const complete = each((key, schema) => (key in defaults ? Type.Optional(own(key, schema)) : schema))
  const strict = { additionalProperties: false }
  return {
    view: Type.Object(
      {
        id: Type.String(),
        company_id: Type.String(),
        pbx: Type.String({ description: 'The uuid of the instance.' }),
        number: Type.Integer({ description: 'What people dial.' }),
        name: Type.String(),
        ...withoutFormats(fields),
        created_at: Type.String(),
        updated_at: Type.String(),
      },
      strict,
    ),
    complete: Type.Object({ ...sent, number: ExtensionNumber, name, ...complete }, strict),
    patch: Type.Object(
      { ...sent, number: Type.Optional(ExtensionNumber), name: Type.Optional(name), ...optional },
      strict,
    ),
  }
}
