import { tokenize } from './tokenize.ts'

/** One thing that a search asks for: a word, or words that follow one another. */
export interface SearchTerm {
  tokens: readonly string[]
  /** The last token may go on: partial words are found. */
  isOpen: boolean
  /** The last token is a pair, and marks both of its characters. */
  endsInPair: boolean
  /** What the words of a message have in them if and only if the term matches; see message-words.ts. */
  needle: string
}

/** A single letter would be the beginning of too many words: it is looked for as a word of its own. */
const OPEN_FROM = 2

/**
 * Words and "quoted phrases" of a search. A word may go on in what it finds, a phrase is exactly as written;
 * what is not separated by spaces has to stand together. Punctuation alone asks for nothing.
 */
export function readSearch(query: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>()
  for (const match of query.replace(curlyQuotes, '"').matchAll(/"([^"]+)"|(\S+)/g)) {
    const term = readTerm((match[1] ?? match[2])!, match[1] !== undefined)
    if (term) terms.set(term.needle, term)
  }
  return [...terms.values()]
}

const curlyQuotes = /[\u201c\u201d\u201e\u201f]/g

function readTerm(written: string, isQuoted: boolean): SearchTerm | undefined {
  const found = tokenize(written)
  const last = found.at(-1)
  if (!last) return undefined
  // What was found may go on after the last character: only the pairs are known.
  const endsInPair = last.isDense && found.at(-2)?.isPair === true
  if (endsInPair) found.pop()
  const isOpen = last.isDense ? !endsInPair : !isQuoted && [...last.text].length >= OPEN_FROM
  const tokens = found.map((token) => token.text)
  return { tokens, isOpen, endsInPair, needle: ` ${tokens.join(' ')}${isOpen ? '' : ' '}` }
}
