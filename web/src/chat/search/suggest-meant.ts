import { begins, personOf, type SearchNames, streamIdOf } from './search-names.ts'
import { quoted, splitSearch, unquoted } from './search-words.ts'
import type { Suggestion } from './suggest-search.ts'

const MOST = 8
const named = /^(-?)(stream|channel|in|sender|from):(.+)$/i

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
    return found.slice(0, MOST).map(({ value, written }) => ({
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
