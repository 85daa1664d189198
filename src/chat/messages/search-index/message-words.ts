import type { SearchTerm } from './search-term.ts'
import { tokenize } from './tokenize.ts'
import { textOfHtml } from './visible-text.ts'

/** Between topic and content, so that no phrase can span both. */
export const BREAK = '='

/**
 * All tokens of a message in one line, with a space around each. Scans use the same line as the indexes of both
 * databases, so all of them find the same messages.
 */
export function messageWords(topic: string, renderedContent: string): string {
  return ` ${join(topic)}${BREAK} ${join(textOfHtml(renderedContent))}`
}

export const hasTerms = (words: string, terms: readonly SearchTerm[]) =>
  terms.every((term) => words.includes(term.needle))

function join(text: string): string {
  let words = ''
  for (const token of tokenize(text)) words += `${token.text} `
  return words
}
