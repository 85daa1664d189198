import type { Integration } from '../chat/bots/incoming-webhooks/integration.ts'
import { integrations } from '../chat/bots/incoming-webhooks/integrations.ts'
import { writeGuide, writeGuideList } from '../chat/bots/incoming-webhooks/write-guide.ts'
import { emptyContext } from '../chat/markdown/markdown-context.ts'
import { renderMarkdown } from '../chat/markdown/render-markdown.ts'
import { Html, html } from './docs-html.ts'
import { docsLayout } from './docs-layout.ts'

/** A page per integration, rendered like a message. */
export async function docsWebhook(integration: Integration, base: string): Promise<string> {
  return page(`${integration.displayName}: incoming webhook`, await writeGuide(integration, base))
}

export function docsWebhooks(): string {
  return page('Incoming webhooks', writeGuideList('/docs/webhooks/', ''))
}

function page(title: string, markdown: string): string {
  const names = [...integrations.values()].map(
    ({ name, displayName }) => html`<li><a href="/docs/webhooks/${name}">${displayName}</a></li>`,
  )
  return docsLayout({
    title,
    contents: html`<a href="/docs">All references</a>
<div><strong><a href="/docs/webhooks">Incoming webhooks</a></strong><ul>${names}</ul></div>`,
    main: html`<div class="guide">${new Html(renderMarkdown(markdown, emptyContext).html)}</div>`,
  })
}
