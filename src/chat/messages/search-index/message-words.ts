import type { SearchTerm } from './search-term.ts'
import { tokenize } from './tokenize.ts'
import { textOfHtml } from './visible-text.ts'

/** Between topic and content, so that no phrase reaches from one into the other. */
export const BREAK = '='

/**
 * All tokens of a message in one line, with a space around each. The same line is searched in memory,
 * and goes into the index of either database, so all of them find the same.
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
