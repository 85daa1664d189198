import type { OpenApiDocument, PathItem, Verb } from '../platform/openapi/open-api-document.ts'
import { VERSION } from '../platform/version.ts'
import { problemResponses } from './openapi/describe-problems.ts'
import { describeTelephonyOperation } from './openapi/describe-telephony-operation.ts'
import { describeArea } from './openapi/telephony-areas.ts'
import { telephonySchemas } from './openapi/telephony-schemas.ts'
import { telephonyOperations } from './telephony-operations.ts'

const description = [
  'Bodies and answers are JSON. Dates are ISO 8601 texts; unset texts are empty, everything else that is unset is null.',
  "Every call carries a key of the company and, in `X-User-Id`, the user who acts: a user's id, or `primary`.",
  'What belongs to another company does not exist: 404.',
  'Errors are `application/problem+json`; 400 names every fault with a JSON pointer, and nothing is stored.',
  'Fields that cannot be changed may be sent back as they are; anything else in them is a 400, and so is an unknown field.',
  'Paged lists have `X-Pagination-*` headers. Where requests are limited, `RateLimit-*` headers tell what is left.',
].join(' ')

/** The Telephony Self-Service API as its declarations tell it. */
export function describeTelephonyApi(): OpenApiDocument {
  const paths: Record<string, PathItem> = {}
  for (const operation of telephonyOperations) {
    const path = documentedPath(operation.path)
    paths[path] ??= {}
    paths[path][operation.method.toLowerCase() as Verb] = describeTelephonyOperation(operation)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Switchboard telephony',
      version: VERSION,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    security: [{ bearer: [], user: [] }],
    tags: [...new Set(telephonyOperations.map(({ area }) => area))].map((name) => ({
      name,
      description: describeArea(name),
    })),
    paths,
    components: {
      schemas: telephonySchemas.components,
      responses: problemResponses(telephonyOperations),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key of the company.' },
        user: {
          type: 'apiKey',
          in: 'header',
          name: 'X-User-Id',
          description: 'Who acts: the id of a user of the company, or `primary` for its owner.',
        },
      },
    },
  }
}

export const documentedPath = (path: string) => path.replace(/:([a-z_]+)/g, '{$1}')
