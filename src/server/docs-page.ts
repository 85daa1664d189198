import type { ApiResponse, OpenApiDocument } from '../platform/openapi/open-api-document.ts'
import { Html, html, prose } from './docs-html.ts'
import { operationSection, type PlacedOperation } from './docs-operation.ts'
import { fieldTable, typeOf } from './docs-schema.ts'
import { docsStyle } from './docs-style.ts'

/** The whole reference as one page. `base` is what the examples call, `source` where the document is. */
export function docsPage(document: OpenApiDocument, base: string, source: string): string {
  const areas = document.tags.map((tag) => ({ ...tag, operations: operationsOf(document, tag.name) }))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}: API reference</title>
<style>${new Html(docsStyle)}</style>
</head>
<body>
<div class="layout">
<nav aria-label="Contents">
<a href="#top">Introduction</a>
${areas.map(({ name, operations }) => html`<div><strong>${name}</strong><ul>${operations.map(contentsItem)}</ul></div>`)}
<div><strong>Reference</strong>
<ul><li><a href="#errors">Errors</a></li><li><a href="#schemas">Schemas</a></li></ul></div>
</nav>
<main id="top">
${introduction(document, base, source)}
${areas.map(
  ({ name, description, operations }) => html`<section>
<h2>${name}</h2><p>${prose(description)}</p>
${operations.map((placed) => operationSection(placed, base))}
</section>`,
)}
${errorSection(document)}
${schemaSection(document)}
</main>
</div>
</body>
</html>
`.text
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

function introduction({ info }: OpenApiDocument, base: string, source: string): Html {
  return html`<h1>${info.title}</h1>
<p class="soft">Version ${info.version} · <a href="${source}">OpenAPI 3.1 document</a></p>
<p>${prose(info.description)}</p>
<p>Calls are authenticated with HTTP Basic: the email address of a user or bot, and its API key as the password.
On a development server anybody can fetch a key of the demo people, for example of Ada:</p>
<pre>curl ${base}/api/v1/dev_fetch_api_key --data username=ada@example.com</pre>`
}

function errorSection({ components }: OpenApiDocument): Html {
  return html`<section>
<h2 id="errors">Errors</h2><p>Some codes come with keys of their own, as in these examples.</p>
${Object.values(components.responses).map(
  (response) => html`<article>
<h3>${prose(response.description)}</h3>
<div class="scroll"><table>
<thead><tr><th>Code</th><th>Meaning and example</th></tr></thead>
<tbody>${examplesOf(response).map(errorRow)}</tbody></table></div></article>`,
)}
</section>`
}

function errorRow([name, { summary, value }]: [string, { summary: string; value: unknown }]): Html {
  const { code = 'without a code' } = value as { code?: string }
  return html`<tr id="${name}"><td><code>${code}</code></td><td>${prose(summary)}<br><code class="soft">${JSON.stringify(value)}</code></td></tr>`
}

function examplesOf(response: ApiResponse) {
  return Object.entries(response.content['application/json']?.examples ?? {})
}

function schemaSection({ components }: OpenApiDocument): Html {
  const schemas = Object.entries(components.schemas)
  return html`<section>
<h2 id="schemas">Schemas</h2><p>Objects that several answers carry.</p>
${schemas.map(
  ([name, schema]) => html`<article id="${name}">
<h3><a href="#${name}">${name}</a></h3><p>${prose(schema.description ?? '')}</p>
${schema.properties ? fieldTable(schema) : html`<p>${typeOf(schema)}</p>`}</article>`,
)}
</section>`
}
