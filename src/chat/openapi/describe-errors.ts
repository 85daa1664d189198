import type { ApiResponse, JsonSchema, Reference } from '../../platform/openapi/open-api-document.ts'
import { errorBody } from '../http/envelope.ts'
import type { Endpoint } from '../identity/calls/endpoint.ts'
import { type CataloguedError, errorCatalogue } from './error-catalogue.ts'

const responseNames: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  413: 'TooLarge',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  507: 'InsufficientStorage',
}

const summaries: Record<number, string> = {
  400: 'HTTP 400. The request is invalid or not permitted.',
  401: 'HTTP 401. The credentials are missing or invalid.',
  403: 'HTTP 403. Not permitted for this person.',
  404: 'HTTP 404. There is no such path or integration.',
  405: 'HTTP 405. The path does not support this method.',
  409: 'HTTP 409. It exists already.',
  413: 'HTTP 413. The request is too large.',
  429: 'HTTP 429. Too many requests.',
  500: 'HTTP 500. The server failed.',
  503: 'HTTP 503. The database is not available.',
  507: 'HTTP 507. The disk is full.',
}

const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'number' } } }

const headers: Record<number, NonNullable<ApiResponse['headers']>> = {
  401: { 'WWW-Authenticate': { description: 'Which scheme to use.', schema: { type: 'string' } } },
  405: { Allow: { description: 'The methods that the path supports.', schema: { type: 'string' } } },
  429: retryAfter,
  503: retryAfter,
  507: retryAfter,
}

/** The envelope of all errors; the extra keys depend on the code. */
export const ErrorEnvelope: JsonSchema = {
  type: 'object',
  description: 'Further keys depend on the code; the examples of the responses show them.',
  properties: {
    result: { const: 'error' },
    msg: { type: 'string', minLength: 1, description: 'What is wrong, for people.' },
    code: { type: 'string', enum: codes(() => true), description: 'What is wrong, for programs.' },
    ...extraKeys(),
  },
  required: ['result', 'msg'],
}

export const errorResponses: Record<string, ApiResponse> = Object.fromEntries(
  Object.entries(responseNames).map(([status, name]) => [name, describeStatus(Number(status))]),
)

export function operationErrors(endpoint: Endpoint): {
  responses: Record<string, Reference>
  codes: string[]
} {
  const possible = errorCatalogue.filter(({ mayHappen }) => mayHappen(endpoint))
  const statuses = [...new Set(possible.map(({ sample }) => sample.status))].sort()
  return {
    responses: Object.fromEntries(
      statuses.map((status) => [status, { $ref: `#/components/responses/${responseNames[status]}` }]),
    ),
    codes: codes(({ mayHappen }) => mayHappen(endpoint)),
  }
}

function describeStatus(status: number): ApiResponse {
  const examples = errorCatalogue
    .filter(({ sample }) => sample.status === status)
    .map((entry) => [
      exampleName(entry),
      { summary: entry.meaning, value: JSON.parse(errorBody(entry.sample)) as unknown },
    ])
  return {
    description: summaries[status]!,
    ...(headers[status] && { headers: headers[status] }),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(examples),
      },
    },
  }
}

/** The code, with a number added where one code has several forms. */
function exampleName(entry: CataloguedError): string {
  const { code } = entry.sample
  const position = errorCatalogue.filter(({ sample }) => sample.code === code).indexOf(entry)
  return `${code ?? 'WITHOUT_CODE'}${position > 0 ? `_${position + 1}` : ''}`
}

function codes(test: (entry: CataloguedError) => boolean): string[] {
  const found = errorCatalogue.filter(test).map(({ sample }) => sample.code)
  return [...new Set(found.filter((code) => code !== null))]
}

function extraKeys(): Record<string, JsonSchema> {
  const users = new Map<string, Set<string>>()
  for (const { sample } of errorCatalogue) {
    for (const key of Object.keys(sample.extra)) {
      users.set(key, (users.get(key) ?? new Set()).add(sample.code ?? ''))
    }
  }
  return Object.fromEntries(
    [...users].map(([key, by]) => [key, { description: `With ${[...by].join(', ')}.` }]),
  )
}
