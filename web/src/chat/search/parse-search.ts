import type { Term } from '../state/narrow.ts'
import { beginningOf, dayOf } from './search-date.ts'
import { begins, emailOf, personOf, type SearchNames, streamIdOf, streamNameOf } from './search-names.ts'
import { quoted, splitSearch, unquoted } from './search-words.ts'
import type { Suggestion } from './suggest-search.ts'

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

const MAX_COUNT = 8

const named = /^(-?)(stream|channel|in|sender|from):(.+)$/i

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

/** For a search with a name that several streams or people have: the searches that it may mean. */
export function suggestMeant(text: string, names: SearchNames): Suggestion[] {
  for (const { text: word, start, end } of splitSearch(text)) {
    const [, minus = '', operator = '', operand = ''] = named.exec(word) ?? []
    const query = unquoted(operand).replace(/^#/, '')
    if (query === '') continue
    const isPerson = /^(sender|from)$/i.test(operator)
    if ((isPerson ? personOf(names, query) : streamIdOf(names, query)) !== undefined) continue
    const found = isPerson ? peopleLike(names, query) : streamsLike(names, query)
    if (found.length === 0) continue
    return found.slice(0, MAX_COUNT).map(({ value, written }) => ({
      text: `${text.slice(0, start)}${minus}${written}${text.slice(end)}`,
      kind: isPerson ? 'person' : 'stream',
      value,
      operator: isPerson ? 'sender' : 'stream',
      negated: minus !== '',
      complete: true,
    }))
  }
  return []
}

const includes = (text: string, query: string) => text.toLowerCase().includes(query.toLowerCase())

/** Names that begin with it come first. */
const beginsFirst =
  (query: string) =>
  (one: { name: string }, other: { name: string }): number =>
    Number(begins(other.name, query)) - Number(begins(one.name, query))

function peopleLike({ people }: SearchNames, query: string) {
  return people
    .filter(({ name, email }) => includes(name, query) || includes(email, query))
    .sort(beginsFirst(query))
    .map(({ name, email }) => ({ value: name, written: `sender:${quoted(email)}` }))
}

function streamsLike({ streams }: SearchNames, query: string) {
  return streams
    .filter(({ name }) => includes(name, query))
    .sort(beginsFirst(query))
    .map(({ name }) => ({ value: name, written: `stream:${quoted(name)}` }))
}
