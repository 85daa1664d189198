import { Html, html } from './docs-html.ts'
import { docsStyle } from './docs-style.ts'

/** A page of the documentation: contents on the left, text on the right. */
export function docsLayout({ title, contents, main }: { title: string; contents: Html; main: Html }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(docsStyle)}</style>
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
