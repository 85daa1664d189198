import { Type } from '@sinclair/typebox'
import { Ajv, type ValidateFunction } from 'ajv'
import type { Endpoint } from '../../src/chat/identity/calls/endpoint.ts'
import { EventMessageSchema } from '../../src/chat/messages/message-view.ts'
import { apiEndpoints } from '../../src/server/api-endpoints.ts'

const ajv = new Ajv({ strict: false, allErrors: true })
const successes = new Map<Endpoint, ValidateFunction>()

const validateError = ajv.compile(
  Type.Object({
    result: Type.Literal('error'),
    msg: Type.String({ minLength: 1 }),
    code: Type.String({ minLength: 1 }),
  }),
)

/** Throws when an answer has a field that its endpoint does not declare, or lacks one that it does. */
export function validateResponse(method: string, path: string, status: number, body: unknown): void {
  const endpoint = findEndpoint(method, path)
  const validate = status === 200 && endpoint ? successOf(endpoint) : validateError
  if (validate(body)) {
    for (const event of (body as { events?: { type: string; message?: unknown }[] }).events ?? [])
      checkEvent(event)
    return
  }
  const problems = ajv.errorsText(validate.errors, { separator: '\n  ' })
  throw new Error(
    `${method} ${path} answered ${status} against its schema:\n  ${problems}\n${JSON.stringify(body).slice(0, 2000)}`,
  )
}

const validateMessage = ajv.compile(EventMessageSchema)

/** A message in an event has the declared fields, too, and no others. */
function checkEvent(event: { type: string; message?: unknown }): void {
  if (event.type !== 'message' || validateMessage(event.message)) return
  throw new Error(`A message event against its schema: ${ajv.errorsText(validateMessage.errors)}`)
}

function findEndpoint(method: string, path: string): Endpoint | undefined {
  return apiEndpoints.find(
    (endpoint) =>
      endpoint.method === method &&
      new RegExp(
        `^${(endpoint.takesRest ? endpoint.path.replace(/:[a-z_]+$/, '.+') : endpoint.path).replace(/:[a-z_]+/g, '[^/]+')}$`,
      ).test(path),
  )
}

function successOf(endpoint: Endpoint): ValidateFunction {
  const known = successes.get(endpoint)
  if (known) return known
  const schema = Type.Object(
    {
      result: Type.Literal('success'),
      msg: Type.Literal(''),
      ignored_parameters_unsupported: Type.Optional(Type.Array(Type.String())),
      ...endpoint.response.properties,
    },
    { additionalProperties: false },
  )
  const validate = ajv.compile(schema)
  successes.set(endpoint, validate)
  return validate
}
