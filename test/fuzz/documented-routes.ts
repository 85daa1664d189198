import { readFileSync } from 'node:fs'

export type Schema = { [key: string]: unknown; type?: string; properties?: Record<string, Schema> }

export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Argument {
  name: string
  where: 'path' | 'query' | 'header' | 'body'
  required: boolean
  schema: Schema
  example: unknown
}

export interface Route {
  method: Verb
  /** parameters as `{name}` */
  path: string
  args: readonly Argument[]
  /** what the document says of the body, by content type */
  bodies: Readonly<Record<string, { schema: Schema; example: unknown }>>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Operation {
  parameters?: (Schema & { name: string; in: 'path' | 'query' | 'header'; required?: boolean })[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
}

/** Every method and path of a committed OpenAPI document, with its references put in. */
export function documentedRoutes(product: 'chat' | 'telephony'): Route[] {
  const file = new URL(`../../docs/openapi/${product}.json`, import.meta.url)
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document
  const plain = (schema: Schema, depth = 0): Schema => putIn(document, schema, depth) as Schema
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => {
      const bodies = Object.fromEntries(
        Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema, example }]) => [
          type,
          { schema: plain(schema), example },
        ]),
      )
      return {
        method: verb.toUpperCase() as Verb,
        path,
        bodies,
        args: [...placed(operation, plain), ...fields(bodies)],
      }
    }),
  )
}

function placed(operation: Operation, plain: (schema: Schema) => Schema): Argument[] {
  return (operation.parameters ?? []).map((parameter) => {
    const content = parameter.content as Record<string, { schema: Schema }> | undefined
    return {
      name: parameter.name,
      where: parameter.in,
      required: parameter.required ?? false,
      schema: plain((parameter.schema as Schema) ?? content?.['application/json']?.schema ?? {}),
      example: parameter.example,
    }
  })
}

/** Of the first kind of body that has any. */
function fields(bodies: Route['bodies']): Argument[] {
  const body = Object.values(bodies).find(({ schema }) => schema.properties !== undefined)
  const required = (body?.schema.required ?? []) as string[]
  return Object.entries(body?.schema.properties ?? {}).map(([name, schema]) => ({
    name,
    where: 'body',
    required: required.includes(name),
    schema,
    example: (body!.example as Record<string, unknown> | undefined)?.[name],
  }))
}

const DEEPEST = 8

function putIn(document: Document, value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => putIn(document, item, depth))
  const reference = (value as Schema).$ref
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1)!
    return depth > DEEPEST ? {} : putIn(document, document.components.schemas[name] ?? {}, depth + 1)
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, putIn(document, item, depth)]))
}
