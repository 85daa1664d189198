import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { describeTelephonyEvents } from '../../../../src/telephony/asyncapi/describe-telephony-events.ts'
import {
  changeEvents,
  companyEvents,
  eventsOfClients,
  liveEvents,
  sessionEvents,
} from '../../../../src/telephony/events/events-catalogue.ts'

const source = resolve(import.meta.dirname, '../../../../src/telephony')
const document = describeTelephonyEvents()

describe('the AsyncAPI document', () => {
  it('is valid AsyncAPI 3.0', () => {
    const schema = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0-without-$id.json')
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
    const draft = createRequire(import.meta.url)('ajv/dist/refs/json-schema-draft-07.json')
    if (!ajv.getSchema(draft.$id)) ajv.addMetaSchema(draft)
    const validate = ajv.compile(schema)
    validate(document)
    expect(validate.errors ?? []).toEqual([])
  })

  it('its references lead somewhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      (match) => match[1]!,
    )
    const missing = references.filter(
      (path) =>
        // biome-ignore lint/suspicious/noExplicitAny: walks any document
        path.split('/').reduce<any>((place, name) => place?.[name], document) === undefined,
    )
    expect(references.length).toBeGreaterThan(30)
    expect(missing).toEqual([])
  })

  it('names every event of the specification, in its direction', () => {
    const named = (action: 'send' | 'receive') =>
      Object.entries(document.operations)
        .filter(([, operation]) => operation.action === action)
        .map(([key]) => key.slice(key.indexOf('.') + 1))
    expect(named('receive').sort()).toEqual(['authenticate', 'texting.message.markAsRead'])
    expect(named('send')).toEqual(
      expect.arrayContaining([
        'authenticated',
        'unauthorized',
        'texting.message.new',
        'texting.message.delete',
        'texting.message.markAsRead',
        'texting.chat.new',
        'texting.chat.delete',
        'user_status_updated',
      ]),
    )
  })

  it('declares no name twice', () => {
    for (const list of [
      [...companyEvents, ...changeEvents, ...liveEvents, ...sessionEvents],
      eventsOfClients,
    ]) {
      const names = list.map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
    }
  })
})

describe('the catalogue of events', () => {
  it('has every event that is announced', () => {
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('-events.ts') && !path.startsWith('asyncapi'),
    )
    const announced = files.flatMap((path) =>
      [...readFileSync(join(source, path), 'utf8').matchAll(/\btype: '([^']+)'/g)].map((match) => match[1]!),
    )
    expect(announced.length).toBeGreaterThan(5)
    const known = new Set(companyEvents.map(({ name }) => name))
    expect(announced.filter((type) => !known.has(type))).toEqual([])
    // And nothing that nobody announces.
    expect([...known].filter((name) => !announced.includes(name))).toEqual([])
  })
})
