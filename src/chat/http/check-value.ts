import type { TSchema } from '@sinclair/typebox'
import { LIST_ITEMS } from '../chat-limits.ts'

/** The first validation error of a JSON value, in the wording of this API family; undefined if it is valid. */
export function checkValue(schema: TSchema, value: unknown, name: string): string | undefined {
  if (schema.anyOf) {
    const complaints = (schema.anyOf as TSchema[]).map((option) => checkValue(option, value, name))
    return complaints.includes(undefined) ? undefined : complaints[0]
  }
  if ('const' in schema) return value === schema.const ? undefined : `Invalid ${name}`
  switch (schema.type) {
    case 'null':
      return value === null ? undefined : `${name} is not null`
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `${name} is not a boolean`
    case 'integer':
      return checkInteger(schema, value, name)
    case 'string':
      return checkString(schema, value, name)
    case 'array':
      return checkList(schema, value, name)
    case 'object':
      return checkDict(schema, value, name)
    default:
      return undefined
  }
}

function checkInteger(schema: TSchema, value: unknown, name: string): string | undefined {
  if (!Number.isSafeInteger(value)) return `${name} is not an integer`
  if (schema.minimum !== undefined && (value as number) < schema.minimum) return `${name} is too small`
  if (schema.maximum !== undefined && (value as number) > schema.maximum) return `${name} is too large`
  return undefined
}

function checkString(schema: TSchema, value: unknown, name: string): string | undefined {
  if (typeof value !== 'string') return `${name} is not a string`
  if (value.includes('\0')) return `${name} must not contain null bytes`
  if (schema.maxLength !== undefined && [...value].length > schema.maxLength) {
    return `${name} is too long (limit: ${schema.maxLength} characters)`
  }
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value)) {
    return `${name} is not ${schema.title ?? 'valid'}`
  }
  return undefined
}

function checkList(schema: TSchema, value: unknown, name: string): string | undefined {
  if (!Array.isArray(value)) return `${name} is not a list`
  const most = schema.maxItems ?? LIST_ITEMS
  if (value.length > most) return `${name} is too long (limit: ${most} items)`
  for (const [index, item] of value.entries()) {
    const complaint = checkValue(schema.items as TSchema, item, `${name}[${index}]`)
    if (complaint) return complaint
  }
  return undefined
}

function checkDict(schema: TSchema, value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${name} is not a dict`
  const properties = (schema.properties ?? {}) as Record<string, TSchema>
  for (const key of (schema.required ?? []) as string[]) {
    if (!Object.hasOwn(value, key)) return `${key} key is missing from ${name}`
  }
  for (const [key, property] of Object.entries(properties)) {
    if (!Object.hasOwn(value, key)) continue
    const complaint = checkValue(property, (value as Record<string, unknown>)[key], `${name}["${key}"]`)
    if (complaint) return complaint
  }
  if (schema.additionalProperties === false) {
    const unexpected = Object.keys(value).filter((key) => !Object.hasOwn(properties, key))
    if (unexpected.length > 0) return `Unexpected arguments: ${unexpected.join(', ')}`
  }
  return undefined
}
