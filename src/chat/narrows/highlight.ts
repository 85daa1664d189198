import { escapeHtml } from '../markdown/escape-html.ts'

/** HTML with the words marked in its text, never in its tags. */
export function highlightHtml(html: string, words: readonly string[]): string {
  return html
    .split(/(<[^>]*>)/)
    .map((piece) => (piece.startsWith('<') ? piece : mark(piece, words.map(escapeHtml))))
    .join('')
}

export function highlightText(text: string, words: readonly string[]): string {
  return mark(escapeHtml(text), words.map(escapeHtml))
}

/** Of escaped text. A character reference is one character: words are not looked for in its name. */
function mark(text: string, words: readonly string[]): string {
  if (words.length === 0) return text
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return text.replace(new RegExp(`(${pattern})|&#?\\w+;`, 'gi'), (found, word: string | undefined) =>
    word === undefined ? found : `<span class="highlight">${word}</span>`,
  )
}
