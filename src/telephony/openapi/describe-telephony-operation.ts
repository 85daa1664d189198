import { TypeGuard } from '@sinclair/typebox'
import type {
  ApiParameter,
  ApiResponse,
  Operation as Described,
  JsonSchema,
  RequestContent,
} from '../../platform/openapi/open-api-document.ts'
import { operationId } from '../../platform/openapi/operation-id.ts'
import { sampleValue } from '../../platform/openapi/sample-value.ts'
import { isOpen, type Operation, type Success } from '../http/operation.ts'
import { telephonyPermissions } from '../identity/telephony-permissions.ts'
import { operationProblems } from './describe-problems.ts'
import { exampleBodies } from './example-bodies.ts'
import { telephonySchemas } from './telephony-schemas.ts'

const { plainSchema, components } = telephonySchemas

function whoMayCall({ method, access }: Operation): string[] {
  const { userByKey, scope } = telephonyPermissions[access]
  if (scope === null) return ['Needs no credentials.']
  const isUsual = scope === (method === 'GET' ? 'read' : 'write')
  return [
    ...(userByKey === 'no' ? ['For the primary user only.'] : []),
    ...(isUsual ? [] : [`The API key must permit \`${scope}\`.`]),
  ]
}

export function describeTelephonyOperation(operation: Operation): Described {
  const parameters = describeParameters(operation)
  const requestBody = describeBody(operation)
  const sentences = [operation.description ?? [], whoMayCall(operation)].flat()
  return {
    operationId: operationId(operation.summary),
    summary: operation.summary,
    description: sentences.join(' ') || 'For every user of the company.',
    tags: [operation.area],
    ...(isOpen(operation) && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...describeSuccess(operation.success), ...operationProblems(operation) },
  }
}

function describeParameters(operation: Operation): ApiParameter[] {
  const { method, path, query } = operation
  const inPath = (path.match(/(?<=:)[a-z_]+/g) ?? []).map(
    (name): ApiParameter => ({
      name,
      in: 'path',
      required: true,
      description: `The ${name.replaceAll('_', ' ')}.`,
      schema: { type: 'string' },
      example: name.toUpperCase(),
    }),
  )
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, declared]): ApiParameter => {
    const { description = '', ...schema } = plainSchema(declared)
    const required = !TypeGuard.IsOptional(declared)
    const example = required ? { example: name.toUpperCase() } : {}
    return { name, in: 'query', required, description, schema, ...example }
  })
  return [...inPath, ...inQuery, ...(method === 'POST' && !isOpen(operation) ? [retryKey] : [])]
}

const retryKey: ApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeated request with the same key gets the first response again and changes nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function describeBody({ method, path, body }: Operation): RequestContent | undefined {
  if (body === undefined) return undefined
  const written = exampleBodies[`${method} ${path.replace('/v2/', '/')}`]
  if (body === 'form') return content('A form.', 'multipart/form-data', { type: 'object' }, written)
  if (body === 'text') return content('A text.', 'text/plain', { type: 'string' }, written)
  const schema = plainSchema(body)
  const example = written ?? sampleValue(schema, components)
  return content('A JSON object.', 'application/json', schema, example)
}

const content = (
  description: string,
  type: string,
  schema: JsonSchema,
  example?: unknown,
): RequestContent => ({
  description,
  required: true,
  content: { [type]: { schema, ...(example !== undefined && { example }) } },
})

const pagination = Object.fromEntries(
  [
    ['Total-Count', 'How many there are on all pages.'],
    ['Page-Count', 'How many pages there are.'],
    ['Current-Page', 'Counted from 1.'],
    ['Per-Page', 'How many fit on a page.'],
  ].map(([name, description]) => [
    `X-Pagination-${name}`,
    { description: description!, schema: { type: 'integer' } },
  ]),
)

function describeSuccess({
  status,
  schema,
  type,
  paged,
  orEmpty,
  ranges,
  inBackground,
}: Success): Record<string, ApiResponse> {
  const headers = paged ? { headers: pagination } : {}
  const media: ApiResponse['content'] = schema
    ? { [type ?? 'application/json']: { schema: plainSchema(schema) } }
    : type
      ? { [type]: { schema: { type: 'string', format: 'binary' } } }
      : undefined
  return {
    [status]: { description: 'Success.', ...headers, ...(media && { content: media }) },
    ...(ranges && { 206: { description: 'The requested part.', ...(media && { content: media }) } }),
    ...(inBackground && {
      202: {
        description: 'Accepted: the work goes on in the background.',
        content: { 'application/json': { schema: plainSchema(inBackground) } },
      },
    }),
    ...(orEmpty && { 204: { description: 'Nothing matches. The response has no body.', ...headers } }),
  }
}
