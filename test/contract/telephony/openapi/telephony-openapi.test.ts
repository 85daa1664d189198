import { readFileSync } from 'node:fs'
import type { TSchema } from '@sinclair/typebox'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openapiCommand } from '../../../../src/cli/openapi-command.ts'
import { readConfig } from '../../../../src/config/config.ts'
import { documentText } from '../../../../src/platform/openapi/document-text.ts'
import type {
  ApiResponse,
  JsonSchema,
  Operation,
  Verb,
} from '../../../../src/platform/openapi/open-api-document.ts'
import { describeTelephonyEvents } from '../../../../src/telephony/asyncapi/describe-telephony-events.ts'
import { describeTelephonyApi, documentedPath } from '../../../../src/telephony/describe-telephony-api.ts'
import { isOpen } from '../../../../src/telephony/http/operation.ts'
import { exampleBodies } from '../../../../src/telephony/openapi/describe-telephony-operation.ts'
import { telephonyOperations } from '../../../../src/telephony/telephony-operations.ts'

const document = describeTelephonyApi()
const text = documentText(document)
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([verb, operation]) => ({ name: `${verb} ${path}`, path, operation })),
)
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  schemas: [{ $id: 'api', ...document }] as never,
})

/** References are looked up where the document says they are. */
const compile = (schema: JsonSchema) =>
  ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')))

const described = ({ method, path }: { method: string; path: string }): Operation =>
  document.paths[documentedPath(path)]![method.toLowerCase() as Verb]!

describe('the OpenAPI document of the telephony', () => {
  test('is the one that is committed, and so is that of the events', () => {
    const committed = (name: string) =>
      readFileSync(new URL(`../../../../docs/${name}/telephony.json`, import.meta.url), 'utf8')
    const old = [
      committed('openapi') === text ? [] : 'openapi',
      committed('asyncapi') === documentText(describeTelephonyEvents()) ? [] : 'asyncapi',
    ]
    expect(old.flat(), 'docs/ is old: run `npm run openapi`').toEqual([])
  })

  test('has every operation, and nothing else', () => {
    const declared = telephonyOperations.map(
      ({ method, path }) => `${method.toLowerCase()} ${documentedPath(path)}`,
    )
    expect(operations.map(({ name }) => name).sort()).toEqual(declared.sort())
    expect(operations.length).toBeGreaterThanOrEqual(18)
  })

  test('refers only to what is there', () => {
    const references = [...text.matchAll(/"\$ref": "#\/([^"]+)"/g)].map((match) => match[1]!)
    expect(references.length).toBeGreaterThan(50)
    for (const reference of new Set(references)) {
      const target = reference.split('/').reduce<unknown>((at, key) => (at as never)?.[key], document)
      expect(target, reference).toBeDefined()
    }
  })

  test('gives a name to what repeats', () => {
    const list = document.paths['/system/company/contacts']!.get!.responses[200] as ApiResponse
    expect(list.content!['application/json']!.schema).toMatchObject({
      type: 'array',
      items: { $ref: '#/components/schemas/Contact' },
    })
    const { Extension, Company } = document.components.schemas
    expect(Extension?.properties?.user?.anyOf?.[0]).toEqual({ $ref: '#/components/schemas/Contact' })
    expect(Company?.properties?.address).toEqual({ $ref: '#/components/schemas/Address' })
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Company', 'Contact', 'Location', 'Instance', 'Extension', 'Problem']),
    )
  })

  test('gives every operation its own id, a known area, a text, and answers', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const areas = document.tags.map(({ name }) => name)
    for (const { name, operation } of operations) {
      expect(operation.operationId, name).toMatch(/^[a-z][A-Za-z0-9]+$/)
      expect(areas, name).toContain(operation.tags[0])
      expect(operation.description, name).not.toBe('')
      expect(
        Object.keys(operation.responses).filter((status) => status < '300').length,
        name,
      ).toBeGreaterThan(0)
    }
    for (const { description } of document.tags) expect(description).not.toBe('')
  })

  test('asks for the key and the user where the server does', () => {
    expect(document.security).toEqual([{ bearer: [], user: [] }])
    expect(Object.keys(document.components.securitySchemes)).toEqual(['bearer', 'user'])
    for (const operation of telephonyOperations) {
      const { security, responses } = described(operation)
      const open = isOpen(operation)
      expect(security, operation.path).toEqual(open ? [] : undefined)
      for (const status of ['401', '403', '429']) {
        if (!operation.problems.includes(Number(status)))
          expect(status in responses, operation.path).toBe(!open)
      }
    }
  })

  test('declares the parameters of each path, the query and the headers', () => {
    for (const operation of telephonyOperations) {
      const { parameters = [] } = described(operation)
      const named = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name)
      expect(named('path'), operation.path).toEqual(operation.path.match(/(?<=:)[a-z_]+/g) ?? [])
      expect(named('query'), operation.path).toEqual(Object.keys(operation.query?.properties ?? {}))
      const retries = operation.method === 'POST' && !isOpen(operation)
      expect(named('header'), operation.path).toEqual(retries ? ['Idempotency-Key'] : [])
      const required = parameters.filter((one) => one.required).map(({ name }) => name)
      expect(required, operation.path).toEqual([...named('path'), ...(operation.query?.required ?? [])])
    }
  })

  test('has the declared success, problems and paging headers of each operation', () => {
    for (const operation of telephonyOperations) {
      const { responses } = described(operation)
      const { status, paged, orEmpty } = operation.success
      const names = Object.keys(responses)
      expect(names, operation.path).toEqual(
        expect.arrayContaining([String(status), '500', ...operation.problems.map(String)]),
      )
      if (orEmpty) expect(responses[204], operation.path).not.toHaveProperty('content')
      const headers = Object.keys((responses[status] as ApiResponse).headers ?? {})
      expect(headers.filter((name) => name.startsWith('X-Pagination-')).length).toBe(paged ? 4 : 0)
    }
  })

  test('has only schemas that compile, and defaults and examples that fit them', () => {
    for (const schema of Object.values(document.components.schemas)) compile(schema)
    for (const { name, operation } of operations) {
      for (const response of Object.values(operation.responses)) {
        for (const { schema } of Object.values(('content' in response && response.content) || {}))
          compile(schema)
      }
      for (const { name: parameter, schema } of operation.parameters ?? []) {
        const validate = compile(schema!)
        if ('default' in schema!) expect(validate(schema.default), `${parameter}, ${name}`).toBe(true)
      }
      const json = operation.requestBody?.content['application/json']
      if (!json) continue
      const validate = compile(json.schema)
      expect(validate(json.example), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true)
    }
  })

  test('has written examples only for operations that exist', () => {
    const bodies = telephonyOperations.filter(({ body }) => body !== undefined)
    const names = bodies.map(({ method, path }) => `${method} ${path.replace('/v2/', '/')}`)
    expect(Object.keys(exampleBodies).filter((name) => !names.includes(name))).toEqual([])
  })

  test('describes each body as the server checks it', () => {
    const resolve = (schema: JsonSchema): JsonSchema =>
      schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema
    for (const operation of telephonyOperations) {
      if (typeof operation.body !== 'object') continue
      const shown = resolve(described(operation).requestBody!.content['application/json']!.schema)
      const { properties = {}, required } = operation.body as TSchema
      expect(Object.keys(shown.properties ?? {}), operation.path).toEqual(Object.keys(properties))
      expect(shown.required, operation.path).toEqual(required)
    }
  })

  test('shows problems that are what it says problems are', () => {
    const validate = compile({ $ref: '#/components/schemas/Problem' })
    for (const [name, { content }] of Object.entries(document.components.responses)) {
      const { examples = {} } = content!['application/problem+json']!
      for (const example of Object.values(examples)) expect(validate(example.value), name).toBe(true)
    }
    const limited = document.components.responses.TooManyRequests
    expect(Object.keys(limited?.headers ?? {})).toEqual(
      expect.arrayContaining(['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']),
    )
  })
})

describe('switchboard openapi', () => {
  afterEach(() => vi.restoreAllMocks())
  const print = async (...positionals: string[]) => {
    let printed = ''
    vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
      printed += String(part)
      return true
    })
    await openapiCommand.run({ positionals, values: {} }, readConfig({}, {}))
    return printed
  }

  test('prints the document of the named product', async () => {
    expect(await print('telephony')).toBe(text)
    expect(JSON.parse(await print('chat')).info.title).toBe('Switchboard chat')
  })

  test('refuses a product that it does not know', async () => {
    await expect(print('toString')).rejects.toThrow("There is no API called 'toString'")
  })
})
