import type { JsonSchema, Operation } from '../../platform/openapi/open-api-document.ts'
import { operationId } from '../../platform/openapi/operation-id.ts'
import type { Endpoint } from '../identity/calls/endpoint.ts'
import { areaOf } from './areas.ts'
import { operationErrors } from './describe-errors.ts'
import { describeBody, describeParameters } from './describe-parameters.ts'
import { plainSchema } from './named-schemas.ts'

function whoMayCall({ permission }: Endpoint): string {
  const { isOpen, webhooks, bots, guest, member } = permission
  if (isOpen) return 'Needs no credentials.'
  if (member === 'no') return 'For administrators.'
  if (webhooks) return 'For users and bots, including incoming webhook bots.'
  if (bots && guest === 'no') return 'For users and bots, except guests and incoming webhook bots.'
  if (bots) return 'For users and bots, except incoming webhook bots.'
  return guest === 'no' ? 'For users, except guests; not for bots.' : 'For users; not for bots.'
}

export function describeOperation(endpoint: Endpoint): Operation {
  const parameters = describeParameters(endpoint)
  const requestBody = describeBody(endpoint)
  const errors = operationErrors(endpoint)
  return {
    operationId: operationId(endpoint.summary),
    summary: endpoint.summary,
    description: [endpoint.description, whoMayCall(endpoint)].filter(Boolean).join(' '),
    tags: [areaOf(endpoint.path)],
    ...security(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      200: {
        description: 'Success.',
        content: endpoint.streams
          ? { [endpoint.streams]: { schema: streamedText(endpoint.streams) } }
          : { 'application/json': { schema: successEnvelope(endpoint) } },
      },
      ...errors.responses,
    },
    'x-error-codes': errors.codes,
  }
}

function security(endpoint: Endpoint): Pick<Operation, 'security'> {
  if (endpoint.permission.isOpen) return { security: [] }
  if ('api_key' in endpoint.parameters) return { security: [{ keyInQuery: [] }, { basic: [] }] }
  return {}
}

/** OpenAPI 3.1 has no schema for the parts of a stream. */
const streamedText = (type: string): JsonSchema => ({
  type: 'string',
  description: `${type}: each event has an id and the event as JSON in data.`,
})

function successEnvelope(endpoint: Endpoint): JsonSchema {
  const { properties = {}, required = [], ...rest } = plainSchema(endpoint.response)
  return {
    ...rest,
    properties: {
      result: { const: 'success' },
      msg: { const: '' },
      ignored_parameters_unsupported: {
        type: 'array',
        items: { type: 'string' },
        description: 'Names of arguments that the endpoint does not know, if there were any.',
      },
      ...properties,
    },
    required: ['result', 'msg', ...required],
  }
}
