import { ChatError } from '../../chat-error.ts'

const invalidPayload = (message: string, path: string) =>
  new ChatError(message, { code: 'INVALID_PAYLOAD', extra: path === '' ? {} : { var_name: path } })

export const missingInPayload = (path: string) => invalidPayload(`Missing '${path}' in the payload`, path)

/** `kind` with its article: "a string", "an object". */
export const wrongInPayload = (path: string, kind: string) =>
  path === ''
    ? invalidPayload('Payload is not a JSON object', path)
    : invalidPayload(`'${path}' in the payload is not ${kind}`, path)

export const unknownIntegration = (name: string) =>
  new ChatError(`Unknown integration '${name}'`, { status: 404, code: 'UNKNOWN_INTEGRATION' })

export const missingEventHeader = (header: string) =>
  new ChatError(`Missing the HTTP event header '${header}'`, {
    code: 'MISSING_HTTP_EVENT_HEADER',
    extra: { header },
  })

/** The name is untrusted, so it is truncated. */
export function unexpectedEvent(webhook: string, name: string): ChatError {
  const event = name.slice(0, 100)
  return new ChatError(`The '${event}' event isn't currently supported by the ${webhook} webhook`, {
    code: 'UNEXPECTED_WEBHOOK_EVENT_TYPE',
    extra: { webhook_name: webhook, event_type: event },
  })
}
