import { Html, html } from './docs-html.ts'
import { docsStyle } from './docs-style.ts'

export interface DocsLayout {
  title: string
  contents: Html
  main: Html
  /** the address of a script for the page */
  script?: string
}

/** A page of the documentation: contents on the left, text on the right. */
export function docsLayout({ title, contents, main, script }: DocsLayout): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(docsStyle)}</style>${
    script
      ? html`
<script type="module" src="${script}"></script>`
      : ''
  }
</head>
<body>
<div class="layout">
<nav aria-label="Contents">
${contents}
</nav>
<main id="top">
${main}
</main>
</div>
</body>
</html>
`.text
}
