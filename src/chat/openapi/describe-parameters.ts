import type { ApiParameter, JsonSchema, RequestContent } from '../../platform/openapi/open-api-document.ts'
import { checkValue } from '../http/check-value.ts'
import type { Parameter } from '../http/parameter.ts'
import type { Endpoint } from '../identity/calls/endpoint.ts'
import { exampleArguments, examplePayload } from './example-arguments.ts'
import { plainSchema } from './named-schemas.ts'

interface Argument {
  name: string
  place: 'path' | 'query' | 'body'
  parameter: Parameter<unknown>
  example: unknown
}

export function describeParameters(endpoint: Endpoint): ApiParameter[] {
  const described: ApiParameter[] = []
  for (const { name, place, parameter, example } of argumentsOf(endpoint)) {
    if (place === 'body') continue
    const schema = describeValue(name, parameter)
    const shown = example === undefined ? {} : { example }
    described.push({
      name,
      in: place,
      required: place === 'path' || parameter.required,
      description: describeText(parameter),
      ...(isJsonText(parameter)
        ? { content: { 'application/json': { schema, ...shown } } }
        : { schema, ...shown }),
    })
  }
  return described
}

export function describeBody(endpoint: Endpoint): RequestContent | undefined {
  if (endpoint.body === 'payload') {
    return {
      description: 'The payload of the external service; the example is for `helloworld`.',
      required: true,
      content: { 'application/json': { schema: { type: 'object' }, example: examplePayload } },
    }
  }
  const fields = argumentsOf(endpoint).filter(({ place }) => place === 'body')
  if (endpoint.file !== undefined) return describeFile(endpoint.file)
  if (fields.length === 0) return undefined
  const json = fields.filter(({ parameter }) => isJsonText(parameter))
  const required = fields.filter(({ parameter }) => parameter.required).map(({ name }) => name)
  const examples = fields.filter(({ example }) => example !== undefined)
  return {
    description:
      'A form. The same arguments are also accepted as a JSON object, as multipart form data, or in the query; the body wins.',
    required: required.length > 0,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          properties: Object.fromEntries(
            fields.map(({ name, parameter }) => [
              name,
              { ...describeValue(name, parameter), description: describeText(parameter) },
            ]),
          ),
          ...(required.length > 0 && { required }),
        },
        ...(json.length > 0 && {
          encoding: Object.fromEntries(json.map(({ name }) => [name, { contentType: 'application/json' }])),
        }),
        ...(examples.length > 0 && {
          example: Object.fromEntries(examples.map(({ name, example }) => [name, example])),
        }),
      },
    },
  }
}

function describeFile(description: string): RequestContent {
  return {
    description: 'A form with one file; the name of its field does not matter.',
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { file: { type: 'string', format: 'binary', description } },
          required: ['file'],
        },
      },
    },
  }
}

function argumentsOf(endpoint: Endpoint): Argument[] {
  const inPath = new Set(endpoint.path.match(/(?<=:)[a-z_]+/g))
  const rest = endpoint.method === 'GET' || endpoint.body === 'payload' ? 'query' : 'body'
  const examples = exampleArguments[`${endpoint.method} ${endpoint.path}`] ?? {}
  return (
    Object.entries(endpoint.parameters)
      // It is described as a security scheme.
      .filter(([name]) => name !== 'api_key')
      .map(([name, parameter]) => ({
        name,
        place: inPath.has(name) ? 'path' : rest,
        parameter,
        example: examples[name],
      }))
  )
}

/** Lists and dictionaries are always JSON, including those that an endpoint parses itself. */
const isJsonText = ({ json, schema }: Parameter<unknown>) =>
  json || schema.type === 'array' || schema.type === 'object'

/** Some defaults cannot be sent as values. Their descriptions mention them. */
function describeValue(name: string, { schema, fallback }: Parameter<unknown>): JsonSchema {
  const sendable = fallback !== undefined && checkValue(schema, fallback, name) === undefined
  return { ...plainSchema(schema), ...(sendable && { default: fallback }) }
}

function describeText(parameter: Parameter<unknown>): string {
  const { description, aliases, schema } = parameter
  // The JSON of a number or boolean is what clients would send anyway.
  const encoded = isJsonText(parameter) && schema.type !== 'boolean' && schema.type !== 'integer'
  const others = aliases.map((name) => `\`${name}\``).join(', ')
  const also = aliases.length > 0 ? ` Also under the name ${others}.` : ''
  return `${description}${encoded ? ' JSON-encoded.' : ''}${also}`
}
