/**
 * Writes the types of the two public APIs, made from docs/openapi, into web/generated. The web app knows the server
 * by these alone: a call that the documents do not describe does not compile.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const verbs = ['get', 'post', 'put', 'patch', 'delete']

export function generateApiTypes(product) {
  const document = JSON.parse(readFileSync(join(root, `docs/openapi/${product}.json`), 'utf8'))
  const name = product === 'chat' ? 'ChatCalls' : 'TelephonyCalls'
  const schemas = Object.entries(document.components.schemas).map(
    ([schema, value]) => `export type ${schema} = ${typeOf(value)}\n`,
  )
  const calls = Object.entries(document.paths).flatMap(([path, item]) =>
    verbs
      .filter((verb) => item[verb])
      .map((verb) => callOf(`${verb.toUpperCase()} ${path.replace(/^\/api\/v1/, '')}`, item[verb])),
  )
  return [
    `// Made by \`npm run openapi\` from docs/openapi/${product}.json.\n`,
    ...schemas,
    `export interface ${name} {\n${calls.join('')}}\n`,
  ].join('\n')
}

function callOf(name, operation) {
  const input = { properties: {}, required: [] }
  for (const { name: key, in: place, required, schema, content } of operation.parameters ?? []) {
    if (place === 'header') continue
    input.properties[key] = schema ?? content['application/json'].schema
    if (required) input.required.push(key)
  }
  const content = operation.requestBody?.content ?? {}
  const form = content['application/x-www-form-urlencoded']?.schema
  Object.assign(input.properties, form?.properties)
  input.required.push(...(form?.required ?? []))
  const body = content['application/json']?.schema
  const answers = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content: media }]) => media?.['application/json']?.schema)
  const output = [...new Set(answers.map((schema) => (schema ? typeOf(schema) : 'undefined')))].join(' | ')
  return `  '${name}': {
    input: ${typeOf({ type: 'object', ...input })}
    body: ${body && !form ? typeOf(body) : 'undefined'}
    output: ${output}
  }\n`
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

if (process.argv[1] === import.meta.filename) {
  for (const product of ['chat', 'telephony']) {
    writeFileSync(join(import.meta.dirname, `generated/${product}-api.ts`), generateApiTypes(product))
  }
}
