import { malformedJson } from '../../chat-error.ts'
import { parseJson } from '../../http/parse-json.ts'
import type { RequestBody } from '../../http/raw-arguments.ts'
import { Payload } from './payload.ts'

/**
 * Parses JSON, whatever the content type, or the form field `payload`, which some services fill with JSON. With
 * `takesForms`, also the fields of a form, or of the query if there is no body.
 */
export function readWebhookBody(
  body: RequestBody | undefined,
  query: Readonly<Record<string, unknown>>,
  takesForms: boolean,
): Payload {
  const { text = '', fields = {} } = body ?? {}
  const value = parseJson(text, 'The body')
  if (value !== undefined) return new Payload(value)
  if (typeof fields.payload === 'string') return new Payload(parseJson(fields.payload, 'payload') ?? fail())
  if (takesForms && Object.keys(fields).length > 0) return new Payload(fields)
  if (takesForms && text.trim() === '') return new Payload(query)
  return fail()
}

function fail(): never {
  throw malformedJson()
}
