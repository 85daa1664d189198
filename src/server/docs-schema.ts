import type { JsonSchema } from '../platform/openapi/open-api-document.ts'
import { type Html, html, prose } from './docs-html.ts'

export function typeOf(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    return html`<a href="#${name}">${name}</a>`
  }
  if (schema.anyOf) {
    return html`${schema.anyOf.map((option, index) => html`${index > 0 ? ' or ' : ''}${typeOf(option)}`)}`
  }
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.items) return html`list of ${typeOf(schema.items)}`
  const [values] = Object.values(schema.patternProperties ?? {})
  if (values) return html`dictionary of ${typeOf(values)}`
  return html`${schema.type ?? 'anything'}`
}

/** One row per field, including nested objects; named schemas are only linked. */
export function fieldTable(schema: JsonSchema): Html {
  return html`<div class="scroll"><table>
<thead><tr><th>Field</th><th>Type</th><th>Description</th></tr></thead>
<tbody>${fieldRows(schema, '')}</tbody></table></div>`
}

function fieldRows(schema: JsonSchema, prefix: string): Html[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix + name
    const optional = schema.required?.includes(name) ? '' : html` <span class="soft">optional</span>`
    return [
      html`<tr><td><code>${path}</code>${optional}</td><td>${typeOf(field)}</td><td>${prose(field.description ?? '')}</td></tr>`,
      ...innerRows(field, path),
    ]
  })
}

function innerRows(schema: JsonSchema, path: string): Html[] {
  if (schema.properties) return fieldRows(schema, `${path}.`)
  const [values] = Object.values(schema.patternProperties ?? {})
  return [
    ...(schema.items ? innerRows(schema.items, `${path}[]`) : []),
    ...(values ? innerRows(values, `${path}{}`) : []),
    ...(schema.anyOf ?? []).flatMap((option) => innerRows(option, path)),
  ]
}
