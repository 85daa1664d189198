import { readFileSync } from 'node:fs'
import type {
  ApiResponse,
  JsonSchema,
  OpenApiDocument,
  Operation,
} from '../../platform/openapi/open-api-document.ts'
import { curlSample } from './docs-curl.ts'
import { type Html, html, prose } from './docs-html.ts'
import { docsLayout } from './docs-layout.ts'
import type { DocumentedProduct } from './docs-products.ts'
import { pythonSample } from './docs-python.ts'
import { exampleRequest, type PlacedOperation } from './docs-request.ts'
import { typeScriptSample } from './docs-typescript.ts'

/** What sends the requests of the page. */
export const readTryScript = () => readFileSync(new URL('./docs-try.js', import.meta.url))

/** The whole reference of a product on one page. `base`: the URL that the examples call. */
export function docsPage(product: DocumentedProduct, base: string): string {
  const document = product.describe()
  const areas = document.tags.map((tag) => ({ ...tag, operations: operationsOf(document, tag.name) }))
  return docsLayout({
    title: `${document.info.title}: API reference`,
    contents: html`<a href="/docs">All references</a><a href="#top">Introduction</a>
${areas.map(({ name, operations }) => html`<div><strong>${name}</strong><ul>${operations.map(contentsItem)}</ul></div>`)}
<div><strong>Reference</strong>
<ul><li><a href="#errors">Errors</a></li><li><a href="#schemas">Schemas</a></li></ul></div>`,
    script: '/docs/try.js',
    main: html`${introduction(product, document, base)}
${areas.map(
  ({ name, description, operations }) => html`<section>
<h2>${name}</h2><p>${prose(description)}</p>
${operations.map((placed) => operationSection(placed, product, base))}
</section>`,
)}
${errorSection(document)}
${schemaSection(document)}`,
  })
}

function operationsOf(document: OpenApiDocument, tag: string): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([verb, operation]) => ({ verb, path, operation })),
  )
}

const contentsItem = ({ operation }: PlacedOperation) =>
  html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`

function introduction(product: DocumentedProduct, { info }: OpenApiDocument, base: string): Html {
  return html`<h1>${info.title}</h1>
<p class="soft">Version ${info.version} · <a href="/docs/${product.name}.json">OpenAPI 3.1 document</a></p>
<p>${prose(info.description)}</p>
${product.credentials(base)}
<div id="try" data-product="${product.name}"></div>`
}

function errorSection({ components }: OpenApiDocument): Html {
  return html`<section>
<h2 id="errors">Errors</h2><p>Some come with keys of their own, as in these examples.</p>
${Object.entries(components.responses).map(
  ([name, response]) => html`<article id="${name}">
<h3>${prose(response.description)}</h3>
<div class="scroll"><table>
<thead><tr><th>Code</th><th>Meaning and example</th></tr></thead>
<tbody>${examplesOf(response).map(errorRow)}</tbody></table></div></article>`,
)}
</section>`
}

function errorRow([name, { summary, value }]: [string, { summary: string; value: unknown }]): Html {
  const { code, status } = value as { code?: string; status?: number }
  return html`<tr id="${name}"><td><code>${code ?? status ?? 'without a code'}</code></td><td>${prose(summary)}<br><code class="soft">${JSON.stringify(value)}</code></td></tr>`
}

function examplesOf({ content = {} }: ApiResponse) {
  return Object.values(content).flatMap(({ examples = {} }) => Object.entries(examples))
}

function schemaSection({ components }: OpenApiDocument): Html {
  const schemas = Object.entries(components.schemas)
  return html`<section>
<h2 id="schemas">Schemas</h2><p>Objects that several calls carry.</p>
${schemas.map(
  ([name, schema]) => html`<article id="${name}">
<h3><a href="#${name}">${name}</a></h3><p>${prose(schema.description ?? '')}</p>
${schema.properties ? fieldTable(schema) : html`<p>${typeOf(schema)}</p>`}</article>`,
)}
</section>`
}

/** `base`: the URL that the samples call. */
function operationSection(placed: PlacedOperation, product: DocumentedProduct, base: string): Html {
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

/** The same request in every language. */
function samples(placed: PlacedOperation, product: DocumentedProduct, base: string): Html {
  const request = exampleRequest(placed)
  const codes = {
    curl: curlSample({ base, caller: product.curl }, request),
    TypeScript: typeScriptSample(product.typeScript, base, request),
    Python: pythonSample(product.python, base, request),
  }
  return html`<div class="samples">${Object.entries(codes).map(
    ([
      language,
      code,
    ]) => html`<details name="samples-${placed.operation.operationId}" data-language="${language}"${language === 'curl' ? html` open` : ''}>
<summary>${language}</summary>
<pre tabindex="0">${code}</pre></details>`,
  )}</div>`
}

function typeOf(schema: JsonSchema): Html {
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
function fieldTable(schema: JsonSchema): Html {
  return html`<div class="scroll"><table>
<thead><tr><th>Field</th><th>Type</th><th>Description</th></tr></thead>
<tbody>${fieldRows(schema, '')}</tbody></table></div>`
}

function fieldRows(schema: JsonSchema, prefix: string): Html[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix + name
    const optional = schema.required?.includes(name) ? '' : html` <span class="soft">optional</span>`
    const fallback = 'default' in field ? html`; default ${JSON.stringify(field.default)}` : ''
    return [
      html`<tr><td><code>${path}</code>${optional}</td><td>${typeOf(field)}${fallback}</td><td>${prose(field.description ?? '')}</td></tr>`,
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
