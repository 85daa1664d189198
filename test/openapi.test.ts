import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { describeChatApi, documentedPath } from '../src/chat/openapi/describe-chat-api.ts'
import { errorCatalogue } from '../src/chat/openapi/error-catalogue.ts'
import { exampleArguments } from '../src/chat/openapi/example-arguments.ts'
import { documentText } from '../src/platform/openapi/document-text.ts'
import type { ApiResponse, JsonSchema, Operation, Verb } from '../src/platform/openapi/open-api-document.ts'
import { apiEndpoints } from '../src/server/api-endpoints.ts'

const document = describeChatApi(apiEndpoints)
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([verb, operation]) => ({ name: `${verb} ${path}`, path, operation })),
)
const ajv = new Ajv2020({ strict: false, schemas: [{ $id: 'chat.json', components: document.components }] })

/** References are looked up where the document says they are. */
const compile = (schema: JsonSchema) =>
  ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"chat.json#/')))

describe('the OpenAPI document', () => {
  test('is the one that is committed', () => {
    const file = new URL('../docs/openapi/chat.json', import.meta.url)
    const committed = readFileSync(file, 'utf8')
    expect(committed === documentText(document), 'docs/openapi/chat.json is old: run `npm run openapi`').toBe(
      true,
    )
    expect(documentText(describeChatApi(apiEndpoints))).toBe(committed)
  })

  test('has every endpoint, and nothing else', () => {
    const declared = apiEndpoints.map(({ method, path }) => `${method.toLowerCase()} ${documentedPath(path)}`)
    expect(operations.map(({ name }) => name).sort()).toEqual(declared.sort())
  })

  test('refers only to what is there', () => {
    const references = [...documentText(document).matchAll(/"\$ref": "#\/([^"]+)"/g)].map(
      (match) => match[1]!,
    )
    expect(references.length).toBeGreaterThan(20)
    for (const reference of new Set(references)) {
      const target = reference
        .split('/')
        .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)
      expect(target, reference).toBeTypeOf('object')
    }
  })

  test('gives a name to what repeats', () => {
    const schema = successSchema(document.paths['/api/v1/messages']!.get!)
    expect(schema.properties?.messages?.items).toEqual({ $ref: '#/components/schemas/Message' })
    expect(document.components.schemas.User?.properties?.profile_data).toEqual({
      $ref: '#/components/schemas/ProfileData',
    })
  })

  test('gives every operation its own id, an area and answers', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const areas = document.tags.map(({ name }) => name)
    for (const { name, operation } of operations) {
      expect(operation.operationId, name).toMatch(/^[a-z][A-Za-z]+$/)
      expect(areas, `${name} needs an area in areas.ts`).toContain(operation.tags[0])
      expect(Object.keys(operation.responses), name).toEqual(expect.arrayContaining(['200', '400', '500']))
      expect(operation.description, name).not.toBe('')
    }
  })

  test('asks for credentials where the server does', () => {
    for (const { method, path, permission } of apiEndpoints) {
      const operation = document.paths[documentedPath(path)]![method.toLowerCase() as Verb]!
      const ways = operation.security ?? document.security
      expect(ways.length > 0, path).toBe(!permission.isOpen)
      expect('401' in operation.responses, path).toBe(!permission.isOpen)
    }
  })

  test('declares the parameters of each path and of each endpoint', () => {
    for (const { name, path, operation } of operations) {
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      expect(inPath.map((parameter) => `{${parameter.name}}`).sort(), name).toEqual(
        (path.match(/\{[a-z_]+\}/g) ?? []).sort(),
      )
      for (const parameter of inPath) expect(parameter.required, name).toBe(true)
    }
    for (const { method, path, parameters } of apiEndpoints) {
      const operation = document.paths[documentedPath(path)]![method.toLowerCase() as Verb]!
      const wanted = Object.keys(parameters).filter((name) => name !== 'api_key')
      expect([...inputSchemas(operation).keys()].sort(), path).toEqual(wanted.sort())
    }
  })

  test('has only schemas that compile, and defaults and examples that fit them', () => {
    for (const schema of Object.values(document.components.schemas)) compile(schema)
    for (const { name, operation } of operations) {
      compile(successSchema(operation))
      for (const [parameter, schema] of inputSchemas(operation)) {
        const validate = compile(schema)
        if ('default' in schema)
          expect(validate(schema.default), `default of ${parameter}, ${name}`).toBe(true)
      }
    }
    for (const { method, path, parameters } of apiEndpoints) {
      const operation = document.paths[documentedPath(path)]![method.toLowerCase() as Verb]!
      const examples = exampleArguments[`${method} ${path}`] ?? {}
      const required = Object.keys(parameters).filter((name) => parameters[name]!.required)
      expect(Object.keys(examples), `${method} ${path} in example-arguments.ts`).toEqual(
        expect.arrayContaining(required),
      )
      for (const [name, value] of Object.entries(examples)) {
        expect(compile(inputSchemas(operation).get(name)!)(value), `example of ${name}, ${path}`).toBe(true)
      }
    }
  })

  test('shows errors that are what it says errors are', () => {
    const validate = compile({ $ref: '#/components/schemas/Error' })
    for (const { content } of Object.values(document.components.responses)) {
      for (const example of Object.values(content!['application/json']!.examples!)) {
        expect(validate(example.value)).toBe(true)
      }
    }
  })

  test('knows every error code that occurs in the sources', () => {
    const folder = new URL('../src/chat/', import.meta.url).pathname
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('openapi'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n')
    const codes = [...sources.matchAll(/(?:\bcode: |\bunauthorized\([^)]*, |\bcode = )'([A-Z_]+)'/g)]
    const known = new Set(errorCatalogue.map(({ sample }) => sample.code))
    expect(codes.length).toBeGreaterThan(15)
    for (const [, code] of codes) expect([...known], 'error-catalogue.ts').toContain(code)
  })
})

function successSchema(operation: Operation): JsonSchema {
  const success = operation.responses[200] as ApiResponse
  return Object.values(success.content!)[0]!.schema
}

/** By name, wherever they stand. */
function inputSchemas(operation: Operation): Map<string, JsonSchema> {
  const placed = (operation.parameters ?? []).map(
    ({ name, schema, content }) => [name, schema ?? content!['application/json']!.schema] as const,
  )
  const form = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema
  return new Map([...placed, ...Object.entries(form?.properties ?? {})])
}
