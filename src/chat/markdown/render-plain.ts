import { escapeHtml } from './escape-html.ts'

/** A short cut for one line of words: exactly what the parser would give, or undefined if that is unsure. */
export function renderPlain(content: string): string | undefined {
  return plainLine.test(content) ? `<p>${escapeHtml(content)}</p>` : undefined
}

const letter =
  'A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u0370-\\u03ff\\u0400-\\u052f\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff\\uac00-\\ud7a3'
// A point or colon inside of a word may belong to an address or an emoji, one before a space cannot.
const plainLine = new RegExp(`^[${letter}](?:[${letter}0-9,;?!'"()-]|[.:](?= |$)| (?!$))*$`)
