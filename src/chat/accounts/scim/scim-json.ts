export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [name: string]: Json }

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names of attributes are the same in any case (RFC 7643, section 2.1). Returns the name as the object has it. */
export const nameIn = (object: JsonObject, name: string): string | undefined =>
  Object.hasOwn(object, name)
    ? name
    : Object.keys(object).find((one) => one.toLowerCase() === name.toLowerCase())

export function attribute(object: JsonObject, name: string): Json | undefined {
  const found = nameIn(object, name)
  return found === undefined ? undefined : object[found]
}

/** All values at a path; lists on the way are walked through. */
export function valuesAt(value: Json, path: readonly string[]): Json[] {
  if (path.length === 0) return Array.isArray(value) ? value : [value]
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path))
  if (!isObject(value)) return []
  const next = attribute(value, path[0]!)
  return next === undefined ? [] : valuesAt(next, path.slice(1))
}

/** A text, or undefined if it is absent, null or empty. */
export function textAt(object: JsonObject, name: string): string | undefined {
  const value = attribute(object, name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
