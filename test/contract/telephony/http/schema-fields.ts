import { Kind, type TSchema, TypeGuard } from '@sinclair/typebox'

/** A place in a body and a value that does not belong there. */
export interface WrongValue {
  pointer: string
  what: string
  value: unknown
}

/** For every field of a declaration values of a wrong type or out of range; for every object an unknown field. */
export function wrongValues(schema: TSchema, pointer = ''): WrongValue[] {
  const inner = withoutNull(schema)
  if (TypeGuard.IsObject(inner)) {
    const unknown =
      inner.additionalProperties === false
        ? [{ pointer: `${pointer}/no_such_field`, what: 'is unknown', value: 1 }]
        : []
    const own = pointer === '' ? [] : wrong(pointer, ['a text', 'text'], ['a list', []], ['a number', 1])
    const fields = Object.entries(inner.properties).flatMap(([name, field]) =>
      wrongValues(field, `${pointer}/${name}`),
    )
    return [...own, ...unknown, ...fields, ...nullOf(schema, pointer)]
  }
  return [...wrongOf(inner, pointer), ...nullOf(schema, pointer)]
}

function wrongOf(schema: TSchema, pointer: string): WrongValue[] {
  switch (schema[Kind]) {
    case 'String':
      return [
        ...wrong(pointer, ['a number', 42], ['true', true], ['a list', ['text']], ['an object', {}]),
        ...(schema.maxLength === undefined
          ? []
          : wrong(pointer, ['a text that is too long', 'x'.repeat(schema.maxLength + 1)])),
      ]
    case 'Integer':
      return [
        ...wrong(pointer, ['a text', '12'], ['a fraction', 12.5], ['true', true], ['a list', [12]]),
        ...bounds(schema, pointer),
      ]
    case 'Number':
      return [
        ...wrong(pointer, ['a text', '12'], ['true', true], ['an object', {}]),
        ...bounds(schema, pointer),
      ]
    case 'Boolean':
      return wrong(pointer, ['a text', 'true'], ['a number', 1], ['an object', {}])
    case 'Array':
      return [
        ...wrong(pointer, ['a text', 'text'], ['a number', 42], ['an object', {}]),
        // A null in a list is a fault, even where null counts as absent.
        ...wrongValues(schema.items, `${pointer}/0`),
      ]
    case 'Literal':
    case 'Union':
      return wrong(pointer, ['another text', 'no such value'], ['a number', 42], ['a list', []])
    case 'Unknown':
      return []
    default:
      throw new Error(`${pointer}: ${schema[Kind]} is not known here`)
  }
}

function bounds({ minimum, maximum }: TSchema, pointer: string): WrongValue[] {
  return [
    ...(minimum === undefined ? [] : wrong(pointer, ['a number that is too small', minimum - 1])),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
      ? []
      : wrong(pointer, ['a number that is too large', maximum + 1])),
  ]
}

const wrong = (pointer: string, ...values: [what: string, value: unknown][]): WrongValue[] =>
  values.map(([what, value]) => ({ pointer, what, value }))

const isNullable = (schema: TSchema) =>
  TypeGuard.IsUnion(schema) && schema.anyOf.some((option) => TypeGuard.IsNull(option))

function nullOf(schema: TSchema, pointer: string): WrongValue[] {
  if (pointer === '' || isNullable(schema) || TypeGuard.IsUnknown(schema)) return []
  return wrong(pointer, ['null', null])
}

function withoutNull(schema: TSchema): TSchema {
  if (!TypeGuard.IsUnion(schema) || !isNullable(schema)) return schema
  const rest = schema.anyOf.filter((option) => !TypeGuard.IsNull(option))
  return rest.length === 1 ? rest[0]! : schema
}

/** In groups that fit into one body: each place once, and none within another. Fewer than a 400 names at most. */
export function groupWrongValues(cases: readonly WrongValue[], most = 12): WrongValue[][] {
  const groups: WrongValue[][] = []
  const within = (one: string, other: string) => `${one}/`.startsWith(`${other}/`)
  for (const item of cases) {
    const free = groups.find(
      (group) =>
        group.length < most &&
        group.every(({ pointer }) => !within(pointer, item.pointer) && !within(item.pointer, pointer)),
    )
    if (free) free.push(item)
    else groups.push([item])
  }
  return groups
}

/** The body with the value at the pointer; objects on the way there are made. */
export function putAt(body: object, pointer: string, value: unknown): object {
  const copy = structuredClone(body) as Record<string, unknown>
  const names = pointer.slice(1).split('/')
  let at = copy
  for (const [index, name] of names.slice(0, -1).entries()) {
    at[name] ??= names[index + 1] === '0' ? [] : {}
    at = at[name] as Record<string, unknown>
  }
  at[names.at(-1)!] = value
  return copy
}
