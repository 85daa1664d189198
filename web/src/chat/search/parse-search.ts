import type { Term } from '../narrows/narrow.ts'
import { beginningOf } from './search-date.ts'
import { personOf, type SearchNames, streamIdOf } from './search-names.ts'
import { splitSearch, unquoted } from './search-words.ts'

/** Other names of the same operators, as older and newer clients write them. */
const sameAs: Record<string, string> = {
  channel: 'stream',
  subject: 'topic',
  from: 'sender',
  'pm-with': 'dm',
  pm: 'dm',
  to: 'dm',
}

const operators = new Set([
  'stream',
  'topic',
  'sender',
  'dm',
  'is',
  'has',
  'near',
  'in',
  'id',
  'dm-including',
  'before',
  'after',
])

/** For the server, `in` names one of these. People mean a stream by it. */
const everywhere = new Set(['all', 'home'])

/**
 * Parses `stream:general sender:ada@example.com "exact words" -is:starred` into the terms of the API. Everything that
 * is not an operator becomes search words. Unknown names are sent as they are: the server reports them.
 */
export function parseSearch(text: string, names: SearchNames): Term[] {
  const terms: Term[] = []
  const words: string[] = []
  for (const { text: word } of splitSearch(text)) {
    const negated = word.startsWith('-') && word.length > 1
    const plain = negated ? word.slice(1) : word
    const term = operatorTerm(plain, names)
    if (term) terms.push({ ...term, ...(negated && { negated }) })
    else if (negated) terms.push({ operator: 'search', operand: closed(plain), negated })
    else words.push(closed(plain))
  }
  if (words.length > 0) terms.push({ operator: 'search', operand: words.join(' ') })
  return terms
}

function operatorTerm(word: string, names: SearchNames): Term | undefined {
  const colon = word.indexOf(':')
  const name = word.slice(0, colon).toLowerCase()
  const given = unquoted(word.slice(colon + 1))
  const operator = name === 'in' && !everywhere.has(given.toLowerCase()) ? 'stream' : (sameAs[name] ?? name)
  if (colon < 1 || !operators.has(operator) || given === '') return undefined
  return { operator, operand: operandOf(operator, given, names) }
}

function operandOf(operator: string, given: string, names: SearchNames): Term['operand'] {
  switch (operator) {
    case 'stream':
      return streamIdOf(names, given.replace(/^#/, '')) ?? given
    case 'sender':
    case 'dm-including':
      return personOf(names, given)?.email ?? given
    case 'dm': {
      const people = given.split(',').map((named) => personOf(names, named.trim())?.id)
      return people.every((id) => id !== undefined) ? people : given
    }
    case 'before':
    case 'after':
      return beginningOf(given) ?? given
    case 'near':
    case 'id':
      return /^\d+$/.test(given) ? Number(given) : given
    case 'is':
      return given === 'private' ? 'dm' : given.toLowerCase()
    case 'has':
      // People write has:links.
      return given.toLowerCase().replace(/s$/, '')
    default:
      return given
  }
}

/** An unclosed quote ends with the search. */
function closed(word: string): string {
  const isOpen = (word.match(/"/g)?.length ?? 0) % 2 === 1
  return isOpen ? `${word}"` : word
}
