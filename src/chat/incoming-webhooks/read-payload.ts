import { ChatError, malformedJson } from '../chat-error.ts'
import type { Payload } from './integration.ts'

export function readPayload(body: string): Payload {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw malformedJson()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ChatError('Payload is not a JSON object', { code: 'INVALID_PAYLOAD' })
  }
  const fields = value as Record<string, unknown>
  return {
    text(key) {
      if (!Object.hasOwn(fields, key)) {
        throw new ChatError(`Missing '${key}' in the payload`, {
          code: 'INVALID_PAYLOAD',
          extra: { var_name: key },
        })
      }
      const field = fields[key]
      if (typeof field !== 'string') {
        throw new ChatError(`'${key}' in the payload is not a string`, {
          code: 'INVALID_PAYLOAD',
          extra: { var_name: key },
        })
      }
      return field
    },
  }
}
