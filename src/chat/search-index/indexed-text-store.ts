import { engineOf } from '../../platform/database/engine-of.ts'
import type { Db } from '../chat.ts'
import type { Found, Search } from '../narrows/search-store.ts'
import type { SearchTerm } from '../search/search-term.ts'
import { tokensOfCondition } from './index-token.ts'
import { findInPostgres } from './postgres-text-store.ts'
import { findInSqlite } from './sqlite-text-store.ts'

/** What the index is asked for. */
export interface IndexedSearch {
  terms: readonly SearchTerm[]
  /** of each of these a message has one token */
  places: readonly (readonly string[])[]
  /** The conditions are those that the index cannot tell. */
  search: Search & { after: number; before: number }
}

/** The indexed messages with these terms that fulfil the other conditions. */
export async function findInIndex(db: Db, search: Search, terms: readonly SearchTerm[]): Promise<Found[]> {
  const places = search.conditions.flatMap((condition) => {
    const tokens = tokensOfCondition(condition)
    return tokens ? [tokens] : []
  })
  const conditions = search.conditions.filter((condition) => !tokensOfCondition(condition))
  const after = search.after ?? 0
  const before = search.before ?? Number.MAX_SAFE_INTEGER
  const asked: IndexedSearch = { terms, places, search: { ...search, conditions, after, before } }
  return (engineOf(db) === 'sqlite' ? findInSqlite : findInPostgres)(db, asked)
}
