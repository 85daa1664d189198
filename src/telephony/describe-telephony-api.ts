import type { OpenApiDocument, PathItem, Verb } from '../platform/openapi/open-api-document.ts'
import { VERSION } from '../platform/program.ts'
import { problemResponses } from './openapi/describe-problems.ts'
import { describeTelephonyOperation } from './openapi/describe-telephony-operation.ts'
import { telephonySchemas } from './openapi/telephony-schemas.ts'
import { telephonyOperations } from './telephony-operations.ts'

const description = [
  'Requests and responses are JSON. Dates are ISO 8601 texts; unset texts are empty, everything else that is unset is null.',
  "Every call carries a key of the company and, in `X-User-Id`, the user who acts: a user's id, or `primary`.",
  'What belongs to another company does not exist: 404.',
  'Errors are `application/problem+json`; 400 names every fault with a JSON pointer, and nothing is stored.',
  'Fields that cannot be changed may be sent back as they are; anything else in them is a 400, and so is an unknown field.',
  'Paged lists have `X-Pagination-*` headers. Where requests are limited, `RateLimit-*` headers tell what is left.',
].join(' ')

/** The OpenAPI document of the Telephony Self-Service API, generated from its declarations. */
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
          description: 'The acting user: the id of a user of the company, or `primary` for its owner.',
        },
      },
    },
  }
}

export const documentedPath = (path: string) => path.replace(/:([a-z_]+)/g, '{$1}')

/** Descriptions of the areas in the documentation. */
const areaDescriptions: Record<string, string> = {
  Company: 'The company to which the API key belongs.',
  Users: 'The users of the company, also called contacts.',
  Invitations: 'How users come into the company.',
  Locations: 'Where the company is. Each location has a PBX instance of its own.',
  Instances: 'The PBX instances of the company, referred to by their uuid.',
  Extensions: 'The extensions of an instance: numbers, their settings and who has them.',
  Imports: 'Many things at once.',
  Calls: 'The call history.',
  'Blocked callers': 'Who outside may not call, and who must be accepted first.',
  Voicemail: 'Messages of callers who reached nobody.',
  Texting: 'Text messages, conversations and the people at the other end.',
  'User status': 'Who is available, and who is not.',
  Faxes: 'Fax messages, and the addresses to which they are passed on.',
  Files: 'Attachments of messages.',
  'API keys': 'The keys of the company.',
  Webhooks: 'Telling other servers what happens.',
  'Audit trail': 'Who has changed what.',
}

const describeArea = (name: string) => areaDescriptions[name] ?? `Everything about ${name.toLowerCase()}.`
