import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { badRequest, badValue } from '../chat-error.ts'
import { checkValue } from './check-value.ts'
import { parseJson } from './parse-json.ts'

/** One argument of an endpoint: how to parse it, and its documentation. */
export interface Parameter<T> {
  readonly description: string
  /** schema of the parsed value: documents it, and validates JSON arguments */
  readonly schema: TSchema
  /** the text on the wire is JSON */
  readonly json: boolean
  readonly required: boolean
  readonly fallback: T | undefined
  readonly aliases: readonly string[]
  /** `level`: see featureLevel */
  read(name: string, text: string, level: number): T
}

export type Parameters = Record<string, Parameter<unknown>>

export type Input<P extends Parameters> = {
  [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never
}

export function text(description: string, schema: TSchema = Type.String()): Parameter<string> {
  return { ...plain, description, schema, read: (name, value) => withoutNull(name, value) }
}

/** Not validated here: the action reports invalid values itself. */
export function anyText(description: string): Parameter<string> {
  return { ...plain, description, schema: Type.String(), read: (_name, value) => value }
}

/** Parses like Python's int(), which clients of this family rely on: allows spaces and a sign. */
export function integer(description: string): Parameter<number> {
  return converted(description, Type.Integer(), (value) => {
    if (!/^\s*[+-]?\d{1,16}\s*$/.test(value)) return undefined
    return Number(value)
  })
}

export function naturalNumber(description: string): Parameter<number> {
  return converted(description, Type.Integer({ minimum: 0 }), (value) => {
    if (!/^\s*\+?\d{1,10}\s*$/.test(value)) return undefined
    return Number(value)
  })
}

/** `convert` returns undefined for text that it cannot parse. */
export function converted<T>(
  description: string,
  schema: TSchema,
  convert: (value: string, level: number) => T | undefined,
): Parameter<T> {
  return {
    ...plain,
    description,
    schema,
    read(name, value, level) {
      const result = convert(withoutNull(name, value), level)
      if (result === undefined) throw badValue(name, value)
      return result
    },
  }
}

export function json<Schema extends TSchema>(description: string, schema: Schema): Parameter<Static<Schema>> {
  return {
    ...plain,
    description,
    schema,
    json: true,
    read(name, value) {
      const parsed = parseJson(value, `Argument "${name}"`)
      if (parsed === undefined) throw badRequest(`Argument "${name}" is not valid JSON.`)
      const complaint = checkValue(schema, parsed, name)
      if (complaint) throw badRequest(complaint)
      return parsed as Static<Schema>
    },
  }
}

export const boolean = (description: string) => json(description, Type.Boolean())

export function optional<T>(parameter: Parameter<T>): Parameter<T | undefined> {
  return { ...parameter, required: false }
}

export function otherwise<T, const Fallback extends T>(
  parameter: Parameter<T>,
  fallback: Fallback,
): Parameter<T> {
  return { ...parameter, required: false, fallback }
}

export function alias<T>(parameter: Parameter<T>, ...names: string[]): Parameter<T> {
  return { ...parameter, aliases: names }
}

/** PostgreSQL cannot store NUL characters. */
function withoutNull(name: string, value: string): string {
  if (value.includes('\0')) throw badRequest(`${name} must not contain null bytes`)
  return value
}

const plain = { json: false, required: true, fallback: undefined, aliases: [] }
