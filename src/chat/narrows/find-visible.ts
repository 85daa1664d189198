import type { Actor } from '../users/user.ts'
import type { CompiledNarrow } from './condition.ts'
import type { Found, Search } from './search-store.ts'
import type { Visibility } from './visibility.ts'

/** Where messages are looked for: in the database, or first among the newest in memory. */
export type Finder = (search: Search) => Promise<Found[]>

export type Range = Pick<Search, 'after' | 'before' | 'direction' | 'limit'>

/** So many messages of others are looked at before the search turns to the actor's own places. */
const SCAN_BUDGET = 4000

/**
 * The nearest messages of a narrow that the actor may see, in the direction of the search. In a busy
 * organization most messages near the anchor are visible, so it looks there first; somebody who receives
 * little is searched for place by place instead, so that the cost does not grow with everybody's messages.
 */
export async function findVisible(
  find: Finder,
  actor: Actor,
  narrow: CompiledNarrow,
  visibility: Visibility,
  range: Range,
): Promise<Found[]> {
  const search = { realmId: actor.realm.id, userId: actor.user.id, conditions: narrow.conditions, ...range }
  const found: Found[] = []
  let scanned = 0
  let window = range.limit
  while (scanned < SCAN_BUDGET) {
    const rows = await find({ ...search, limit: window })
    for (const row of rows) if (visibility.canSee(row)) found.push(row)
    if (found.length >= range.limit || rows.length < window) return found.slice(0, range.limit)
    const last = rows.at(-1)!.id
    if (range.direction === 'ascending') search.after = last
    else search.before = last
    scanned += rows.length
    window = Math.min(window * 4, SCAN_BUDGET)
  }
  return findPlaceByPlace(find, search, visibility, range)
}

async function findPlaceByPlace(
  find: Finder,
  search: Search,
  visibility: Visibility,
  range: Range,
): Promise<Found[]> {
  const found: Found[] = []
  const start = { after: range.after, before: range.before } as Pick<Search, 'after' | 'before'>
  for (const id of visibility.recipientIds) {
    const conditions = [...search.conditions, { kind: 'recipient', id, negated: false } as const]
    const rows = await find({ ...search, ...start, conditions, limit: range.limit })
    for (const row of rows) if (visibility.canSee(row)) found.push(row)
  }
  found.sort((one, other) => (range.direction === 'ascending' ? one.id - other.id : other.id - one.id))
  return found.slice(0, range.limit)
}
