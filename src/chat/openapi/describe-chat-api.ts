import type {
  ApiResponse,
  JsonSchema,
  OpenApiDocument,
  Operation,
  PathItem,
  Reference,
  Verb,
} from '../../platform/openapi/open-api-document.ts'
import { operationId } from '../../platform/openapi/operation-id.ts'
import { VERSION } from '../../platform/program.ts'
import { errorBody } from '../http/envelope.ts'
import type { Endpoint } from '../identity/calls/endpoint.ts'
import { areaOf, areas } from './areas.ts'
import { describeBody, describeParameters } from './describe-parameters.ts'
import { type CataloguedError, errorCatalogue } from './error-catalogue.ts'
import { namedSchemas, plainSchema } from './named-schemas.ts'

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

const errorResponses: Record<string, ApiResponse> = Object.fromEntries(
  Object.entries(responseNames).map(([status, name]) => [name, describeStatus(Number(status))]),
)

const description = [
  'Every response is a JSON object with `result` (`success` or `error`) and `msg`, which is empty on success.',
  'GET takes its arguments from the query, the other verbs from a form; lists, dictionaries and booleans are JSON-encoded.',
  'An argument that an endpoint does not know is ignored and named in `ignored_parameters_unsupported`.',
  'Unknown paths return 404 and wrong methods 405; unknown messages, streams and queues return 400.',
].join(' ')

/** The OpenAPI document of the Chat Service API, from the declarations of its endpoints. */
export function describeChatApi(endpoints: readonly Endpoint[]): OpenApiDocument {
  const paths: Record<string, PathItem> = {}
  for (const endpoint of endpoints) {
    const path = documentedPath(endpoint.path)
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase() as Verb] = describeOperation(endpoint)
  }
  const used = new Set(
    Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags)),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Switchboard chat',
      version: VERSION,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that serves this document.' }],
    security: [{ basic: [] }],
    tags: areas
      .filter(({ name }) => used.has(name))
      .map(({ name, description: text }) => ({ name, description: text })),
    paths,
    components: {
      schemas: { Error: ErrorEnvelope, ...namedSchemas },
      responses: errorResponses,
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'The email address of a user or bot, and its API key as the password.',
        },
        keyInQuery: {
          type: 'apiKey',
          in: 'query',
          name: 'api_key',
          description: 'The API key of an incoming webhook bot.',
        },
      },
    },
  }
}

export const documentedPath = (path: string) => `/api/v1${path.replace(/:([a-z_]+)/g, '{$1}')}`

function whoMayCall({ permission }: Endpoint): string {
  const { isOpen, webhooks, bots, guest, member } = permission
  if (isOpen) return 'Needs no credentials.'
  if (member === 'no') return 'For administrators.'
  if (webhooks) return 'For users and bots, including incoming webhook bots.'
  if (bots && guest === 'no') return 'For users and bots, except guests and incoming webhook bots.'
  if (bots) return 'For users and bots, except incoming webhook bots.'
  return guest === 'no' ? 'For users, except guests; not for bots.' : 'For users; not for bots.'
}

function describeOperation(endpoint: Endpoint): Operation {
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

/** The envelope of all errors; the extra keys depend on the code. */
const ErrorEnvelope: JsonSchema = {
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

function operationErrors(endpoint: Endpoint): {
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
