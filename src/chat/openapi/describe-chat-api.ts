import type { OpenApiDocument, PathItem, Verb } from '../../platform/openapi/open-api-document.ts'
import { VERSION } from '../../platform/version.ts'
import type { Endpoint } from '../identity/calls/endpoint.ts'
import { areas } from './areas.ts'
import { ErrorEnvelope, errorResponses } from './describe-errors.ts'
import { describeOperation } from './describe-operation.ts'
import { namedSchemas } from './named-schemas.ts'

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
