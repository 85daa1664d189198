import { type TSchema, Type } from '@sinclair/typebox'
import { badRequest } from '../chat-error.ts'
import { checkValue } from './check-value.ts'
import { type Parameter, text } from './parameter.ts'

/** A text that older clients of this family send as a JSON string, newer ones as plain text. */
export function textOrJson(description: string, schema: TSchema = Type.String()): Parameter<string> {
  return {
    ...text(description, schema),
    read(name, given) {
      const value = unquote(given)
      const complaint = checkValue(schema, value, name)
      if (complaint) throw badRequest(complaint)
      return value
    },
  }
}

function unquote(given: string): string {
  if (!/^\s*".*"\s*$/s.test(given)) return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}
