import type { ApiResponse, JsonSchema, Operation } from '../platform/openapi/open-api-document.ts'
import { type Html, html, prose } from './docs-html.ts'
import type { DocumentedProduct } from './docs-products.ts'
import type { PlacedOperation } from './docs-request.ts'
import { samples } from './docs-samples.ts'
import { fieldTable, typeOf } from './docs-schema.ts'

/** `base`: the URL that the samples call. */
export function operationSection(placed: PlacedOperation, product: DocumentedProduct, base: string): Html {
  const { verb, path, operation } = placed
  return html`<article id="${operation.operationId}" data-verb="${verb}" data-path="${path}">
<h3><a href="#${operation.operationId}">${operation.summary}</a></h3>
<p class="call"><code><span class="verb ${verb}">${verb.toUpperCase()}</span>${path}</code></p>
<p>${prose(operation.description)}</p>
${samples(placed, product, base)}
${parameterTable(operation)}
${bodyFields(operation)}
${responseFields(operation)}
<h4>Errors</h4>
<p class="codes">${errorLinks(operation)}</p>
</article>`
}

interface Row {
  name: string
  place: string
  schema: JsonSchema
  required: boolean
  description: string
}

function parameterTable(operation: Operation): Html {
  const rows = [...securityRows(operation), ...placedRows(operation), ...formRows(operation)]
  if (rows.length === 0) return html``
  return html`<h4>Parameters</h4>
<div class="scroll"><table>
<thead><tr><th>Name</th><th>In</th><th>Type</th><th>Default</th><th>Description</th></tr></thead>
<tbody>${rows.map(parameterRow)}</tbody></table></div>`
}

function parameterRow({ name, place, schema, required, description }: Row): Html {
  const need = required ? html` <span class="need">required</span>` : ''
  const fallback = 'default' in schema ? html`<code>${JSON.stringify(schema.default)}</code>` : ''
  return html`<tr><td><code>${name}</code>${need}</td><td>${place}</td><td>${typeOf(schema)}</td><td>${fallback}</td><td>${prose(description)}</td></tr>`
}

function securityRows({ security }: Operation): Row[] {
  if (!security?.some((way) => 'keyInQuery' in way)) return []
  const description = 'Key of an incoming webhook bot; not needed with HTTP Basic authentication.'
  return [{ name: 'api_key', place: 'query', schema: { type: 'string' }, required: false, description }]
}

function placedRows({ parameters = [] }: Operation): Row[] {
  return parameters.map(({ name, in: place, required, description, schema, content }) => ({
    name,
    place,
    schema: schema ?? content?.['application/json']?.schema ?? {},
    required,
    description,
  }))
}

function formRows({ requestBody }: Operation): Row[] {
  const form = requestBody?.content['application/x-www-form-urlencoded']?.schema
  return Object.entries(form?.properties ?? {}).map(([name, schema]) => ({
    name,
    place: 'form',
    schema,
    required: form?.required?.includes(name) === true,
    description: schema.description ?? '',
  }))
}

function bodyFields({ requestBody }: Operation): Html {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (!media || type === 'application/x-www-form-urlencoded') return html``
  return html`<h4>Body</h4>${valueFields(media.schema)}`
}

/** Links to error codes, or to statuses where errors have no codes. */
function errorLinks({ responses, 'x-error-codes': codes }: Operation): Html[] {
  if (codes) return codes.map((code) => html`<a href="#${code}"><code>${code}</code></a> `)
  return Object.entries(responses).flatMap(([status, response]) => {
    if (!('$ref' in response)) return []
    const name = response.$ref.slice(response.$ref.lastIndexOf('/') + 1)
    return [html`<a href="#${name}"><code>${status}</code></a> `]
  })
}

function responseFields({ responses }: Operation): Html {
  const successes = Object.entries(responses).filter(
    (entry): entry is [string, ApiResponse] => 'description' in entry[1],
  )
  return html`${successes.map(([status, { content, headers, description }]) => {
    const [type, media] = Object.entries(content ?? {})[0] ?? []
    if (media && 'result' in (media.schema.properties ?? {})) return envelopeFields(media.schema)
    const names = Object.keys(headers ?? {}).map((name) => html` <code>${name}</code>`)
    return html`<h4>Response ${status}</h4>
<p>${prose(description)}${names.length > 0 ? html` Headers:${names}` : ''}</p>
${media && type === 'application/json' ? valueFields(media.schema) : html`<p>${type ?? ''}</p>`}`
  })}`
}

const valueFields = (schema: JsonSchema) =>
  schema.properties ? fieldTable(schema) : html`<p>${typeOf(schema)}</p>`

/** The envelope is explained once, at the top of the page. */
function envelopeFields(schema: JsonSchema): Html {
  const {
    result: _result,
    msg: _msg,
    ignored_parameters_unsupported: _ignored,
    ...properties
  } = schema.properties ?? {}
  const count = Object.keys(properties).length
  if (count === 0) return html`<h4>Response</h4><p>Only <code>result</code> and <code>msg</code>.</p>`
  const table = fieldTable({ ...schema, properties })
  if (count > 20) return html`<details><summary>Response: ${count} fields</summary>${table}</details>`
  return html`<h4>Response</h4>${table}`
}
