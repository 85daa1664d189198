import type { ApiResponse, OpenApiDocument } from '../platform/openapi/open-api-document.ts'
import { type Html, html, prose } from './docs-html.ts'
import { docsLayout } from './docs-layout.ts'
import { operationSection } from './docs-operation.ts'
import type { DocumentedProduct } from './docs-products.ts'
import type { PlacedOperation } from './docs-request.ts'
import { fieldTable, typeOf } from './docs-schema.ts'

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
