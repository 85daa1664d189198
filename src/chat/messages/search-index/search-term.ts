import { tokenize } from './tokenize.ts'

/** One term of a search: a word or a phrase. */
export interface SearchTerm {
  tokens: readonly string[]
  /** The last token is a prefix, so partial words match. */
  isOpen: boolean
  /** The last token is a pair, and both of its characters are highlighted. */
  endsInPair: boolean
  /** A message matches if and only if its words contain this text; see message-words.ts. */
  needle: string
}

/** Shorter words must match exactly: a single letter is a prefix of too many words. */
const OPEN_FROM = 2

/**
 * Words and "quoted phrases" of a search. A word matches as a prefix, a phrase exactly. Text without spaces in it has
 * to match as a sequence. Punctuation alone is ignored.
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
  // A match may continue after the last character, so only the pairs are certain.
  const endsInPair = last.isDense && found.at(-2)?.isPair === true
  if (endsInPair) found.pop()
  const isOpen = last.isDense ? !endsInPair : !isQuoted && [...last.text].length >= OPEN_FROM
  const tokens = found.map((token) => token.text)
  return { tokens, isOpen, endsInPair, needle: ` ${tokens.join(' ')}${isOpen ? '' : ' '}` }
}
