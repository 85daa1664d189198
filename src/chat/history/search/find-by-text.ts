import type { Db } from '../../chat-platform.ts'
import { hasTerms } from '../../messages/search-index/message-words.ts'
import { findSearchMarks } from '../../messages/search-index/search-mark-store.ts'
import type { SearchTerm } from '../../messages/search-index/search-term.ts'
import { continueAfter, type FoundMessage, type MessageSearch } from '../message-search.ts'
import type { Condition } from '../narrows/condition.ts'
import { findInIndex, loadWords } from './indexed-text-store.ts'
import { type SeparatedSearch, separateText } from './text-condition.ts'

type Finder = (search: MessageSearch) => Promise<FoundMessage[]>

export interface TextSources {
  /** searches by everything except text */
  query: Finder
  /** the words of messages, by id */
  words(ids: readonly number[]): Promise<ReadonlyMap<number, string>>
}

/** How many messages are scanned before other requests get their turn. */
const SCANNED_AT_ONCE = 1000
/** If other conditions leave at most this many messages, all of them are read instead of searching the index. */
const FEW = 500
/** How many messages of a place are read first. This finds words that are common there, however rare elsewhere. */
const NEAREST = 300

/** The messages of a text search, nearest first, up to the limit. */
export async function findByText(
  db: Db,
  search: MessageSearch,
  sources: TextSources,
): Promise<FoundMessage[]> {
  const separated = separateText(search.conditions)
  const { wanted, unwanted, rest } = separated
  if (rest.some(isImpossible)) return []
  const plain: MessageSearch = { ...search, conditions: rest }
  const few = rest.some(isSparse) ? await findFew(plain, separated, sources) : undefined
  if (few) return few.slice(0, search.limit)
  const find: Finder =
    wanted.length === 0
      ? sources.query
      : (part) => (rest.some(isPlace) ? findInPlace : findWanted)(db, part, wanted, sources)
  if (unwanted.length === 0) return find(plain)
  return walk(plain, find, (page) => dropUnwanted(db, plain, page, unwanted, sources))
}

const isImpossible = (condition: Condition) =>
  !condition.negated && condition.kind === 'column' && condition.values.length === 0

/** Only few messages match it, and the database finds them quickly. */
const isSparse = ({ kind, negated }: Condition) => !negated && kind === 'flag'

/** The database finds the nearest messages that match it quickly. */
const isPlace = (condition: Condition) => !condition.negated && condition.kind === 'column'

async function findInPlace(
  db: Db,
  search: MessageSearch,
  terms: readonly SearchTerm[],
  sources: TextSources,
): Promise<FoundMessage[]> {
  const nearest = await sources.query({ ...search, limit: NEAREST })
  const found = await keepMatching(nearest, terms, sources)
  if (nearest.length < NEAREST || found.length >= search.limit) return found.slice(0, search.limit)
  const rest = { ...continueAfter(search, nearest.at(-1)!.id), limit: search.limit - found.length }
  return [...found, ...(await findWanted(db, rest, terms, sources))]
}

/** undefined: there are too many to read all. */
async function findFew(
  plain: MessageSearch,
  { wanted, unwanted }: SeparatedSearch,
  sources: TextSources,
): Promise<FoundMessage[] | undefined> {
  const candidates = await sources.query({ ...plain, limit: FEW + 1 })
  if (candidates.length > FEW) return undefined
  const words = await sources.words(candidates.map(({ id }) => id))
  return candidates.filter(({ id }) => {
    const own = words.get(id)
    return own !== undefined && hasTerms(own, wanted) && !unwanted.some((terms) => hasTerms(own, terms))
  })
}

/** Scans the newest and oldest messages that are not indexed yet, and searches the index for the rest. */
async function findWanted(
  db: Db,
  search: MessageSearch,
  terms: readonly SearchTerm[],
  sources: TextSources,
): Promise<FoundMessage[]> {
  const { low, high } = await findSearchMarks(db, search.realmId)
  const { after, before } = search
  const old = { after, before: Math.min(before, low + 1) }
  const indexed = { after: Math.max(after, low), before: Math.min(before, high + 1) }
  const recent = { after: Math.max(after, high), before }
  const parts = search.direction === 'ascending' ? [old, indexed, recent] : [recent, indexed, old]
  const found: FoundMessage[] = []
  for (const part of parts) {
    if (part.after >= part.before - 1 || found.length >= search.limit) continue
    const own: MessageSearch = { ...search, ...part, limit: search.limit - found.length }
    if (part === indexed) found.push(...(await findInIndex(db, own, terms)))
    else {
      // Old messages are not worth caching.
      const words = part === recent ? sources.words : (ids: number[]) => loadWords(db, search.realmId, ids)
      found.push(...(await scan(own, terms, { ...sources, words })))
    }
  }
  return found
}

const scan = (search: MessageSearch, terms: readonly SearchTerm[], sources: TextSources) =>
  walk(search, sources.query, (page) => keepMatching(page, terms, sources))

async function keepMatching(
  page: readonly FoundMessage[],
  terms: readonly SearchTerm[],
  sources: TextSources,
): Promise<FoundMessage[]> {
  const words = await sources.words(page.map(({ id }) => id))
  return page.filter(({ id }) => {
    const own = words.get(id)
    return own !== undefined && hasTerms(own, terms)
  })
}

/** Page by page, until there are enough results or no more messages. */
async function walk(
  search: MessageSearch,
  find: Finder,
  keep: (page: FoundMessage[]) => Promise<FoundMessage[]>,
): Promise<FoundMessage[]> {
  const kept: FoundMessage[] = []
  let part = { ...search, limit: Math.max(search.limit, SCANNED_AT_ONCE) }
  for (;;) {
    const page = await find(part)
    kept.push(...(await keep(page)))
    if (kept.length >= search.limit || page.length < part.limit) return kept.slice(0, search.limit)
    part = continueAfter(part, page.at(-1)!.id)
    await new Promise((next) => setImmediate(next))
  }
}

/** Drops messages that contain all words of a negated search. Uses the index where messages are close together. */
async function dropUnwanted(
  db: Db,
  search: MessageSearch,
  page: FoundMessage[],
  unwanted: readonly (readonly SearchTerm[])[],
  sources: TextSources,
): Promise<FoundMessage[]> {
  if (page.length === 0) return page
  const ids = page.map(({ id }) => id)
  const after = Math.min(ids[0]!, ids.at(-1)!) - 1
  const before = Math.max(ids[0]!, ids.at(-1)!) + 1
  if (before - after > ids.length * 8) {
    const words = await sources.words(ids)
    return page.filter(({ id }) => !unwanted.some((terms) => hasTerms(words.get(id) ?? '', terms)))
  }
  const dropped = new Set<number>()
  for (const terms of unwanted) {
    const range: MessageSearch = { ...search, conditions: [], after, before, limit: before - after }
    for (const { id } of await findWanted(db, range, terms, sources)) dropped.add(id)
  }
  return page.filter(({ id }) => !dropped.has(id))
}
