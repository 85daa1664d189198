import type { TSchema } from '@sinclair/typebox'
import type { JsonSchema } from './open-api-document.ts'

export interface SchemaNames {
  /** the named schemas, for `components.schemas` */
  readonly components: Record<string, JsonSchema>
  /** A declaration as plain JSON Schema, with references to the named schemas. */
  plainSchema(schema: TSchema): JsonSchema
}

/** Compared by text: TypeBox copies a schema when it makes it optional, so identity would miss those. */
export function nameSchemas(named: Record<string, TSchema>): SchemaNames {
  const names = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]))

  function refer(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    const name = names.get(JSON.stringify(value))
    return name === undefined ? referInside(value) : { $ref: `#/components/schemas/${name}` }
  }

  function referInside(value: object): unknown {
    if (Array.isArray(value)) return value.map(refer)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, refer(item)]))
  }

  return {
    components: Object.fromEntries(
      Object.entries(named).map(([name, schema]) => [
        name,
        referInside(JSON.parse(JSON.stringify(schema))) as JsonSchema,
      ]),
    ),
    plainSchema: (schema) => refer(JSON.parse(JSON.stringify(schema))) as JsonSchema,
  }
}
