import { escapeHtml } from './escape-html.ts'
import type { MarkdownContext, RenderedMarkdown } from './markdown-context.ts'
import { markdownEngine } from './markdown-engine.ts'
import type { RenderEnv } from './render-env.ts'

const letter =
  'A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u0370-\\u03ff\\u0400-\\u052f\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff\\uac00-\\ud7a3'

const inWords = `[${letter}0-9,;?!'"()-]`

const end = '(?=\\n|$)'

// Between spaces or punctuation, and with letters at both ends inside, asterisks are unambiguous.
const strong = `\\*\\*[${letter}](?:${inWords}|[.:](?= )| )*(?<=[${letter}])\\*\\*(?=[ ,;?!.:\\n]|$)`

// A dot or colon inside of a word may belong to a URL or an emoji, one before a space cannot.
const line = `(?:[${letter}]|${strong})(?:${inWords}|[.:](?= |${end})| (?!${end})|(?<= )${strong})*`

const plainLines = new RegExp(`^${line}(?:\\n${line})*$`)

const everyStrong = /\*\*([^*]+)\*\*/g

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

/**
 * A fast path for plain lines, possibly with bold words, as in most messages. Returns exactly what the parser would,
 * or undefined if unsure.
 */
function renderPlain(content: string): string | undefined {
  if (!plainLines.test(content)) return undefined
  let html = escapeHtml(content)
  if (html.includes('*')) html = html.replace(everyStrong, '<strong>$1</strong>')
  if (html.includes('\n')) html = html.replaceAll('\n', '<br>\n')
  return `<p>${html}</p>`
}
