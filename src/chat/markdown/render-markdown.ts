import { escapeHtml } from './escape-html.ts'
import type { MarkdownContext, RenderedMarkdown } from './markdown-context.ts'
import { markdownEngine } from './markdown-engine.ts'
import type { RenderEnv } from './render-env.ts'
import { renderPlain } from './render-plain.ts'

export function renderMarkdown(content: string, context: MarkdownContext): RenderedMarkdown {
  return renderPlainly(content, context) ?? renderFully(content, context)
}

/** A fast path for text without references; undefined if it may have some. */
export function renderPlainly(
  content: string,
  { linkifiers }: Pick<MarkdownContext, 'linkifiers'>,
): RenderedMarkdown | undefined {
  const plain = linkifiers.length === 0 ? renderPlain(content) : undefined
  return plain === undefined ? undefined : withoutReferences(plain)
}

/** Without the fast path for plain text; both must agree. */
export function renderFully(content: string, context: MarkdownContext): RenderedMarkdown {
  const render: RenderEnv = {
    context,
    mentionedUserIds: new Set(),
    mentionedGroupIds: new Set(),
    mentionsEveryone: false,
    hasLink: false,
    hasImage: false,
    hasAttachment: false,
  }
  const html = markdownEngine.render(content, { render })
  if (html.length > maxHtmlLength) return renderVerbatim(content)
  return {
    html: html.endsWith('\n') ? html.slice(0, -1) : html,
    mentionedUserIds: [...render.mentionedUserIds],
    mentionedGroupIds: [...render.mentionedGroupIds],
    mentionsEveryone: render.mentionsEveryone,
    hasLink: render.hasLink,
    hasImage: render.hasImage,
    hasAttachment: render.hasAttachment,
  }
}

// Only hostile input grows this much, such as tables of thousands of empty cells.
const maxHtmlLength = 400_000

function withoutReferences(html: string): RenderedMarkdown {
  return {
    html,
    mentionedUserIds: [],
    mentionedGroupIds: [],
    mentionsEveryone: false,
    hasLink: false,
    hasImage: false,
    hasAttachment: false,
  }
}

/** Only paragraphs and line breaks, for texts that cannot be rendered. */
export function renderVerbatim(content: string): RenderedMarkdown {
  const paragraphs = content
    .trim()
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
  return withoutReferences(
    paragraphs.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>`).join('\n'),
  )
}
