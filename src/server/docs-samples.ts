import { curlSample } from './docs-curl.ts'
import { type Html, html } from './docs-html.ts'
import type { DocumentedProduct } from './docs-products.ts'
import { pythonSample } from './docs-python.ts'
import { exampleRequest, type PlacedOperation } from './docs-request.ts'
import { typeScriptSample } from './docs-typescript.ts'

/** The same request in every language. */
export function samples(placed: PlacedOperation, product: DocumentedProduct, base: string): Html {
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
