import { STATUS_CODES } from 'node:http'
import { Ajv, type ValidateFunction } from 'ajv'
import type { Operation } from '../../src/telephony/http/operation.ts'
import { telephonyOperations } from '../../src/telephony/telephony-operations.ts'

const ajv = new Ajv({ strict: false, allErrors: true })
const compiled = new Map<object, ValidateFunction>()

const problemSchema = {
  type: 'object',
  properties: {
    detail: { type: 'string', minLength: 1 },
    status: { type: 'integer' },
    title: { type: 'string' },
    type: { const: 'about:blank' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { pointer: { type: 'string' }, detail: { type: 'string', minLength: 1 } },
        required: ['pointer', 'detail'],
        additionalProperties: false,
      },
    },
  },
  required: ['detail', 'status', 'title', 'type'],
  additionalProperties: false,
}

interface Answered {
  status: number
  headers: Record<string, unknown>
  body: unknown
}

/** Throws when an answer is not exactly what its operation declares: status, headers, fields. */
export function validateTelephonyResponse(method: string, url: string, answer: Answered): void {
  const operation = findOperation(method, url.split('?', 1)[0]!)
  const complaints = answer.status >= 400 ? checkProblem(operation, answer) : checkSuccess(operation, answer)
  if (complaints.length === 0) return
  throw new Error(
    `${method} ${url} answered ${answer.status} against its declaration:\n  ${complaints.join('\n  ')}\n${JSON.stringify(answer.body)?.slice(0, 2000)}`,
  )
}

function checkProblem(operation: Operation | undefined, { status, headers, body }: Answered): string[] {
  const complaints: string[] = []
  if (!String(headers['content-type']).startsWith('application/problem+json'))
    complaints.push('not problem+json')
  complaints.push(...fits(problemSchema, body))
  const problem = body as { status?: number; title?: string }
  if (problem?.status !== status) complaints.push('its status is not that of the answer')
  if (problem?.title !== STATUS_CODES[status]) complaints.push('its title is not the phrase of its status')
  const always = [401, 403, 405, 413, 429]
  if (operation && ![...always, ...retries(operation), ...operation.problems].includes(status)) {
    complaints.push(`${status} is not among its declared problems`)
  }
  return complaints
}

/** An Idempotency-Key may be wrong, busy, or used for something else. */
const retries = ({ method }: Operation) => (method === 'POST' ? [400, 409, 422] : [])

function checkSuccess(operation: Operation | undefined, { status, headers, body }: Answered): string[] {
  if (!operation) return ['there is no such operation']
  const { success } = operation
  const complaints: string[] = []
  if (status === 204 && (success.orEmpty || success.status === 204)) {
    if (body !== undefined) complaints.push('204 has a body')
  } else if (status === 206 && success.ranges) {
    if (!headers['content-range']) complaints.push('Content-Range is missing')
  } else if (status === 302 && success.redirects) {
    if (!headers.location) complaints.push('Location is missing')
  } else if (status === 202 && success.inBackground) {
    complaints.push(...fits(success.inBackground, body))
  } else if (status !== success.status) complaints.push(`expected ${success.status}`)
  else if (success.schema) complaints.push(...fits(success.schema, body))
  if (success.paged) {
    for (const name of ['total-count', 'page-count', 'current-page', 'per-page']) {
      if (!/^\d+$/.test(String(headers[`x-pagination-${name}`])))
        complaints.push(`X-Pagination-${name} is missing`)
    }
  }
  return complaints
}

function fits(schema: object, value: unknown): string[] {
  const validate = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, validate)
  return validate(value)
    ? []
    : (validate.errors ?? []).map(
        (error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
      )
}

function findOperation(method: string, path: string): Operation | undefined {
  const matches = telephonyOperations.filter(
    (one) => one.method === method && new RegExp(`^${one.path.replace(/:[a-z_]+/g, '[^/]+')}$`).test(path),
  )
  // A fixed word wins over a parameter, as in the router.
  return matches.sort((one, other) => one.path.split(':').length - other.path.split(':').length)[0]
}
