/**
 * Writes the types of the two public APIs and of the events of the telephony, made from docs/openapi and docs/asyncapi,
 * into src/generated. The client knows the server by these alone: a call that the documents do not describe does not
 * compile.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const verbs = ['get', 'post', 'put', 'patch', 'delete']

/** The files of src/generated, by name. */
export const generated = {
  'chat-api.ts': () => generateCalls('chat', 'Chat'),
  'telephony-api.ts': () => generateCalls('telephony', 'Telephony'),
  'telephony-events.ts': generateEvents,
  'extension-fields.ts': generateExtensionFields,
}

function generateCalls(product, name) {
  const document = readDocument(`openapi/${product}.json`)
  const schemas = Object.entries(document.components.schemas).map(
    ([schema, value]) => `export type ${schema} = ${typeOf(value)}\n`,
  )
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    verbs
      .filter((verb) => item[verb])
      .map((verb) => [`${verb.toUpperCase()} ${path.replace(/^\/api\/v1/, '')}`, item[verb]]),
  )
  return [
    `// Made by \`npm run openapi\` from docs/openapi/${product}.json.\n`,
    ...schemas,
    `export type ${name}ErrorCode = ${errorCodes(document).join(' | ')}\n`,
    `export interface ${name}Calls {\n${operations.map(callOf).join('')}}\n`,
    ...(product === 'telephony' ? [withoutKey(operations)] : []),
  ].join('\n')
}

/** Every other POST is executed once for an Idempotency-Key. */
function withoutKey(operations) {
  const names = operations
    .filter(([name, { parameters = [] }]) => {
      return name.startsWith('POST ') && !parameters.some((parameter) => parameter.name === 'Idempotency-Key')
    })
    .map(([name]) => `'${name}'`)
  return `/** Repeating one of these executes it again. */\nexport const postsWithoutKey: readonly string[] = [${names.join(', ')}]\n`
}

function errorCodes({ components }) {
  const values = Object.values(components.responses)
    .flatMap(({ content = {} }) => Object.values(content))
    .flatMap(({ examples = {} }) => Object.values(examples))
    .map(({ value }) => value.code ?? value.title?.toUpperCase().replaceAll(' ', '_'))
  return [...new Set(values.filter(Boolean))].sort().map((code) => `'${code}'`)
}

function callOf([name, operation]) {
  const input = { properties: {}, required: [] }
  for (const { name: key, in: place, required, schema, content } of operation.parameters ?? []) {
    if (place === 'header') continue
    input.properties[key] = schema ?? content['application/json'].schema
    if (required) input.required.push(key)
  }
  const content = operation.requestBody?.content ?? {}
  const form = content['application/x-www-form-urlencoded']?.schema ?? fileForm(content)
  Object.assign(input.properties, form?.properties)
  input.required.push(...(form?.required ?? []))
  const output = [
    ...new Set(
      Object.entries(operation.responses)
        .filter(([status]) => status.startsWith('2'))
        .map(([, response]) => outputOf(response)),
    ),
  ].join(' | ')
  return `  /** ${operation.summary} */
  '${name}': {
    input: ${typeOf({ type: 'object', ...input })}
    body: ${form ? 'undefined' : bodyOf(content)}
    output: ${output}
  }\n`
}

/** A form whose fields are known is part of the input. */
function fileForm(content) {
  const form = content['multipart/form-data']?.schema
  return form?.properties ? form : undefined
}

function bodyOf(content) {
  const json = content['application/json']?.schema
  if (json) return typeOf(json)
  if (content['multipart/form-data']) return 'FormData'
  return content['text/plain'] ? 'Blob | string' : 'undefined'
}

function outputOf({ content }) {
  const [media] = Object.entries(content ?? {})
  if (!media) return 'undefined'
  const [type, { schema }] = media
  if (type === 'application/json') return typeOf(schema)
  return type === 'text/event-stream' ? 'ReadableStream<Uint8Array>' : 'Blob'
}

function generateEvents() {
  const { operations, components } = readDocument('asyncapi/telephony.json')
  const messagesOf = (action) =>
    Object.values(operations)
      .filter((operation) => operation.action === action)
      .flatMap(({ messages }) => messages)
      .map(({ $ref }) => components.messages[$ref.slice($ref.lastIndexOf('/') + 1)])
      .filter(({ name }) => name !== 'authenticate')
      .map(({ name, summary, payload }) => `  /** ${summary} */\n  '${name}': ${typeOf(payload)}\n`)
  return [
    '// Made by `npm run openapi` from docs/asyncapi/telephony.json.\n',
    `/** What the socket hears. */\nexport interface TelephonyEvents {\n${messagesOf('send').join('')}}\n`,
    `/** What the socket can say. */\nexport interface TelephonyCommands {\n${messagesOf('receive').join('')}}\n`,
  ].join('\n')
}

/** For forms: the declarations of the fields, not only their types. */
function generateExtensionFields() {
  const { properties } = readDocument('openapi/telephony.json').components.schemas.NewExtensionData
  const fields = Object.entries(properties).map(([name, schema]) => {
    const { default: initial, type, anyOf, minLength, 'x-maximum': maximum, 'x-personal': personal } = schema
    const choices = anyOf?.map((choice) => choice.const)
    const field = { type: type ?? 'string', initial, choices, minLength, maxLength: schema.maxLength }
    return `  ${name}: ${JSON.stringify({ ...field, maximum: maximum ?? schema.maximum, personal })},\n`
  })
  return `// Made by \`npm run openapi\` from docs/openapi/telephony.json.

/** A field of an extension. \`initial\`: what the server uses if nothing is given. \`personal\`: its user may change it. */
export interface ExtensionField {
  readonly type: 'string' | 'integer' | 'boolean'
  readonly initial?: string | number | boolean
  readonly choices?: readonly string[]
  readonly minLength?: number
  readonly maxLength?: number
  /** of a number, also where it is a string of digits */
  readonly maximum?: number
  readonly personal?: boolean
}

export const extensionFields = {
${fields.join('')}} satisfies Record<string, ExtensionField>
`
}

function typeOf(schema) {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {})})[]`
  if (schema.type === 'object' || schema.properties) return objectOf(schema)
  if (schema.format === 'binary') return 'Blob'
  return (
    { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[
      schema.type
    ] ?? 'unknown'
  )
}

function objectOf({ properties = {}, required = [], patternProperties, additionalProperties }) {
  const [pattern] = Object.values(patternProperties ?? {})
  if (pattern) return `Record<string, ${typeOf(pattern)}>`
  const fields = Object.entries(properties).map(
    ([key, value]) =>
      `${/^\w+$/.test(key) ? key : `'${key}'`}${required.includes(key) ? '' : '?'}: ${typeOf(value)}`,
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  return additionalProperties === false ? 'Record<string, never>' : 'Record<string, unknown>'
}

function readDocument(path) {
  return JSON.parse(readFileSync(join(root, 'docs', path), 'utf8'))
}

if (process.argv[1] === import.meta.filename) {
  for (const [name, write] of Object.entries(generated)) {
    writeFileSync(join(import.meta.dirname, 'src/generated', name), write())
  }
}
