import type { Term } from '../narrows/narrow.ts'
import { dayOf } from './search-date.ts'
import { emailOf, type SearchNames, streamNameOf } from './search-names.ts'
import { quoted } from './search-words.ts'

/** A search as a person would type it: what parseSearch reads. */
export function searchText(terms: readonly Term[], names: SearchNames): string {
  return terms.map((term) => `${term.negated ? '-' : ''}${textOf(term, names)}`).join(' ')
}

function textOf({ operator, operand }: Term, names: SearchNames): string {
  if (operator === 'search') return String(operand)
  if (operator === 'stream' && typeof operand === 'number') {
    return `stream:${quoted(streamNameOf(names, operand) ?? String(operand))}`
  }
  if (operator === 'before' || operator === 'after') return `${operator}:${dayOf(String(operand)) ?? operand}`
  if (operator === 'dm' && Array.isArray(operand)) {
    return `dm:${quoted(operand.map((id) => emailOf(names, Number(id)) ?? id).join(','))}`
  }
  return `${operator}:${quoted(String(operand))}`
}
