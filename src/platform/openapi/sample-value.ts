import type { JsonSchema } from './open-api-document.ts'

const formats: Record<string, string> = {
  email: 'somebody@example.com',
  date: '2026-11-15',
  timezone: 'Europe/London',
  'https-or-http-url': 'https://example.com/',
}

/** The smallest valid value: only the required properties of an object. For operations without a written example. */
export function sampleValue(schema: JsonSchema, named: Record<string, JsonSchema>): unknown {
  if (schema.$ref !== undefined) {
    return sampleValue(named[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {}, named)
  }
  if ('const' in schema) return schema.const
  if ('default' in schema) return schema.default
  if (schema.anyOf) return sampleValue(schema.anyOf[0] ?? {}, named)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleValue(schema.properties?.[name] ?? {}, named)]),
      )
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 0) }, () =>
        sampleValue(schema.items ?? {}, named),
      )
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return formats[String(schema.format)] ?? 'text'.padEnd(Number(schema.minLength ?? 0), '-')
  }
}
