import { STATUS_CODES } from 'node:http'
import type { ApiResponse, JsonSchema, Reference } from '../../platform/openapi/open-api-document.ts'
import { isOpen, type Operation } from '../http/operation.ts'
import { conflict, forbidden, invalidField, notFound, Problem, unauthorized } from '../problem.ts'

/** Examples of problems by status. The first one of each is the typical one. */
const samples: [meaning: string, problem: Problem][] = [
  ['A field is missing or wrong.', invalidField('/first_name', 'is required')],
  ['A parameter is wrong.', invalidField('/page', 'must be at least 1')],
  ['Without a key.', unauthorized('The API key is missing: send `Authorization: Bearer <API_KEY>`')],
  ['With an unknown or expired key.', unauthorized('The API key is not valid')],
  ['With a user of another company, or none.', unauthorized('X-User-Id names no user of this company')],
  [
    'Not the primary user, nor the user concerned.',
    forbidden('Only the owner of the organization may do this'),
  ],
  ['The key permits less.', forbidden("This API key does not permit 'write'")],
  ['It does not exist, or belongs to another company.', notFound('There is no such extension')],
  ['The current state does not permit it.', conflict('The location still has extensions')],
  ['The body is too large.', new Problem(413, 'The request is too large')],
  ['The requested part is beyond the end.', new Problem(416, 'The recording has 48044 bytes')],
  [
    'An Idempotency-Key that was used before.',
    new Problem(422, 'This Idempotency-Key was used for another request'),
  ],
  ['Too many requests with this key.', new Problem(429, 'More than 600 requests within a minute')],
  ['The server failed.', new Problem(500, 'The server failed')],
  [
    'The database is not available, or the operator has switched maintenance on and says so in `detail`.',
    new Problem(503, 'The database is not available at the moment'),
  ],
  ['The disk is full. Nothing was stored.', new Problem(507, 'The server has no disk space left')],
  ['The PBX refused or did not respond. Nothing has changed.', new Problem(502, 'The PBX backend failed')],
]

const text: JsonSchema = { type: 'string' }
const number: JsonSchema = { type: 'integer' }

const headers: Record<number, NonNullable<ApiResponse['headers']>> = {
  401: { 'WWW-Authenticate': { description: 'Which scheme to use.', schema: text } },
  429: {
    'Retry-After': { description: 'Seconds to wait.', schema: number },
    'RateLimit-Limit': { description: 'Requests per minute.', schema: number },
    'RateLimit-Remaining': { description: 'The requests that remain.', schema: number },
    'RateLimit-Reset': { description: 'Seconds until the limit is reset.', schema: number },
  },
}

/** `429` is TooManyRequests. */
const responseName = (status: number) => (STATUS_CODES[status] ?? `Status${status}`).replace(/[^A-Za-z]/g, '')

/** A response for each status that any operation can have. */
export function problemResponses(operations: readonly Operation[]): Record<string, ApiResponse> {
  const statuses = [...new Set(operations.flatMap(statusesOf))].sort((one, other) => one - other)
  return Object.fromEntries(statuses.map((status) => [responseName(status), describeStatus(status)]))
}

export function operationProblems(operation: Operation): Record<string, Reference> {
  return Object.fromEntries(
    statusesOf(operation).map((status) => [
      status,
      { $ref: `#/components/responses/${responseName(status)}` },
    ]),
  )
}

function statusesOf(operation: Operation): number[] {
  const { method, body, problems } = operation
  const known = isOpen(operation) ? [] : [401, 403, 429, ...(method === 'POST' ? [400, 409, 422] : [])]
  const storage = method === 'GET' ? [503] : [503, 507]
  const all = [...problems, ...known, ...(body === undefined ? [] : [400, 413]), 500, ...storage]
  return [...new Set(all)].sort((one, other) => one - other)
}

function describeStatus(status: number): ApiResponse {
  const examples = samples.filter(([, problem]) => problem.status === status)
  return {
    description: `${STATUS_CODES[status]}. ${examples[0]?.[0] ?? ''}`.trim(),
    ...(headers[status] && { headers: headers[status] }),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        ...(examples.length > 0 && {
          examples: Object.fromEntries(
            examples.map(([summary, problem], index) => [
              `${responseName(status)}${index + 1}`,
              { summary, value: problem.body() },
            ]),
          ),
        }),
      },
    },
  }
}
