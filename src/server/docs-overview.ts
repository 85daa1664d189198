import { VERSION } from '../platform/version.ts'
import { curlSample } from './docs-curl.ts'
import { type Html, html } from './docs-html.ts'
import { docsLayout } from './docs-layout.ts'
import { type DocumentedProduct, documentedProducts } from './docs-products.ts'
import { exampleRequest } from './docs-request.ts'

/** The start page: what there is, and a working request for each product. */
export function docsOverview(base: string): string {
  return docsLayout({
    title: 'Switchboard: documentation',
    contents: html`<a href="#top">Overview</a>
<div><strong>References</strong>
<ul>${documentedProducts.map(({ name, describe }) => html`<li><a href="/docs/${name}">${describe().info.title}</a></li>`)}
<li><a href="/docs/webhooks">Incoming webhooks</a></li></ul></div>`,
    main: html`<h1>Switchboard</h1>
<p class="soft">Version ${VERSION}</p>
<p>Team chat and telephony self-service in one server. Each has an API of its own:</p>
${documentedProducts.map((product) => productSection(product, base))}`,
  })
}

function productSection(product: DocumentedProduct, base: string): Html {
  const { name, about, describe, curl, credentials, firstCall } = product
  const document = describe()
  const { verb, path, shows } = firstCall
  const operation = document.paths[path]![verb as 'get']!
  const request = exampleRequest({ verb, path, operation })
  return html`<article id="${name}">
<h3><a href="/docs/${name}">${document.info.title}</a></h3>
<p>${about}</p>
${credentials(base)}
<h4>${shows}</h4>
<pre>${curlSample({ base, caller: curl }, request)}</pre>
<p><a href="/docs/${name}">Reference</a> · <a href="/docs/${name}.json">OpenAPI 3.1 document</a></p>
</article>`
}
