import { escapeHtml } from './escape-html.ts'

/**
 * A fast path for plain lines, possibly with bold words, as in most messages. Returns exactly what the parser would,
 * or undefined if unsure.
 */
export function renderPlain(content: string): string | undefined {
  if (!plainLines.test(content)) return undefined
  let html = escapeHtml(content)
  if (html.includes('*')) html = html.replace(everyStrong, '<strong>$1</strong>')
  if (html.includes('\n')) html = html.replaceAll('\n', '<br>\n')
  return `<p>${html}</p>`
}

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
