import { malformedJson } from '../chat-error.ts'
import type { RequestBody } from '../http/raw-arguments.ts'
import { Payload } from './payload.ts'

/**
 * JSON, whatever the content type says; or the field `payload` of a form, which some services fill with JSON.
 * `takesForms`: or the fields of a form, or of the address when there is no body.
 */
export function readWebhookBody(
  body: RequestBody | undefined,
  query: Readonly<Record<string, unknown>>,
  takesForms: boolean,
): Payload {
  const { text = '', fields = {} } = body ?? {}
  const value = parseJson(text)
  if (value !== undefined) return new Payload(value)
  if (typeof fields.payload === 'string') return new Payload(parseJson(fields.payload) ?? fail())
  if (takesForms && Object.keys(fields).length > 0) return new Payload(fields)
  if (takesForms && text.trim() === '') return new Payload(query)
  return fail()
}

/** Undefined when it is none, which no JSON says. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fail(): never {
  throw malformedJson()
}
