import {
  continueAfter,
  type FoundMessage,
  type MessageSearch,
  type MessageSource,
  type Place,
} from './message-search.ts'
import type { Scope } from './search-scope.ts'

/** In up to this many places, messages are looked up directly. */
const FEW_PLACES = 4
/** How many messages of the organization to scan before searching the reader's own places. */
const SCAN_BUDGET = 4000

/**
 * The nearest messages of a search within the reader's scope, in its direction. Most messages near the anchor are
 * visible to most readers, so it scans there first. For readers who see only a few of them, it then searches their own
 * places, so the cost does not grow with the messages of others.
 */
export async function findVisible(
  source: MessageSource,
  scope: Scope,
  search: MessageSearch,
): Promise<readonly FoundMessage[]> {
  if (scope.size === 0 || search.limit === 0) return []
  const isVisible = ({ id, recipientId }: FoundMessage) => scope.get(recipientId)?.has(id) === true
  // Nothing outside the scope gets through, whatever the source returns.
  const findIn = async (places: readonly Place[], rest: MessageSearch) =>
    places.length === 0 ? [] : (await source.findInPlaces(rest, places)).filter(isVisible)
  if (scope.size <= FEW_PLACES) {
    const places = placesOf(scope, search, await source.endsOf([...scope.keys()]))
    if (places.length <= FEW_PLACES) return findIn(places, between(places, search))
  }
  const found: FoundMessage[] = []
  let rest = within(scope, search)
  let window = search.limit
  for (
    let scanned = 0;
    scanned < SCAN_BUDGET;
    scanned += window, window = Math.min(window * 4, SCAN_BUDGET)
  ) {
    const rows = await source.find({ ...rest, limit: window })
    found.push(...rows.filter(isVisible))
    if (found.length >= search.limit || rows.length < window) return found.slice(0, search.limit)
    rest = continueAfter(rest, rows.at(-1)!.id)
  }
  const missing = { ...rest, limit: search.limit - found.length }
  return [...found, ...(await findIn(placesOf(scope, missing), missing))]
}

/** Narrows the search to the range of the scope. */
function within(scope: Scope, search: MessageSearch): MessageSearch {
  let first = Number.POSITIVE_INFINITY
  let last = 0
  for (const { ranges } of scope.values()) {
    first = Math.min(first, ranges[0]!.from)
    last = Math.max(last, ranges.at(-1)!.to)
  }
  return {
    ...search,
    after: Math.max(search.after, first - 1),
    before: Math.min(search.before, last + 1),
  }
}

/** Narrows the search to the range of the places, so that it is the same until one of them gets a message. */
const between = (places: readonly Place[], search: MessageSearch): MessageSearch => ({
  ...search,
  after: Math.max(search.after, Math.min(...places.map(({ from }) => from)) - 1),
  before: Math.min(search.before, Math.max(...places.map(({ to }) => to)) + 1),
})

/** The parts of the scope within the range of the search. */
function placesOf(
  scope: Scope,
  { after, before }: MessageSearch,
  ends: ReadonlyMap<number, number> = new Map(),
): Place[] {
  const places: Place[] = []
  for (const [recipientId, { ranges }] of scope) {
    const end = ends.get(recipientId) ?? Number.POSITIVE_INFINITY
    for (const range of ranges) {
      const { from, to } = { from: range.from, to: Math.min(range.to, end) }
      if (from <= to && from < before && to > after) places.push({ recipientId, from, to })
    }
  }
  return places
}
