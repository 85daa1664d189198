import type { SearchTerm } from '../../messages/search-index/search-term.ts'
import { type Token, tokenize } from '../../messages/search-index/tokenize.ts'

export interface Mark {
  start: number
  /** exclusive */
  end: number
}

/** Where the terms are in a text: ascending, without overlaps. */
export function findMarks(text: string, terms: readonly SearchTerm[]): Mark[] {
  const tokens = tokenize(text)
  const marks: Mark[] = []
  for (let index = 0; index < tokens.length; index += 1) {
    for (const term of terms) {
      if (!standsAt(tokens, index, term)) continue
      const last = index + term.tokens.length - 1
      const end = tokens[term.endsInPair ? last + 1 : last]!.end
      const previous = marks.at(-1)
      if (previous && tokens[index]!.start <= previous.end) previous.end = Math.max(previous.end, end)
      else marks.push({ start: tokens[index]!.start, end })
    }
  }
  return marks
}

function standsAt(tokens: readonly Token[], index: number, term: SearchTerm): boolean {
  const { tokens: wanted, isOpen } = term
  if (index + wanted.length > tokens.length) return false
  const last = wanted.length - 1
  for (let offset = 0; offset < last; offset += 1) {
    if (tokens[index + offset]!.text !== wanted[offset]) return false
  }
  const { text } = tokens[index + last]!
  return isOpen ? text.startsWith(wanted[last]!) : text === wanted[last]
}
