import type { JsonSchema, Operation } from '../platform/openapi/open-api-document.ts'
import { curlExample } from './docs-curl.ts'
import { type Html, html, prose } from './docs-html.ts'
import { fieldTable, typeOf } from './docs-schema.ts'

export interface PlacedOperation {
  verb: string
  path: string
  operation: Operation
}

export function operationSection({ verb, path, operation }: PlacedOperation, base: string): Html {
  const success = operation.responses[200]
  const schema = success && 'content' in success ? success.content['application/json']?.schema : undefined
  return html`<article id="${operation.operationId}">
<h3><a href="#${operation.operationId}">${operation.summary}</a></h3>
<p class="call"><code><span class="verb ${verb}">${verb.toUpperCase()}</span>${path}</code></p>
<p>${prose(operation.description)}</p>
<pre>${curlExample(base, verb, path, operation)}</pre>
${parameterTable(operation)}
${schema ? responseFields(schema) : ''}
<h4>Errors</h4>
<p class="codes">${operation['x-error-codes'].map((code) => html`<a href="#${code}"><code>${code}</code></a> `)}</p>
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

/** The envelope is explained once, at the top of the page. */
function responseFields(schema: JsonSchema): Html {
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
