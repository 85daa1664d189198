import { engineOf } from '../../../platform/database/engine-of.ts'
import type { Db } from '../../chat.ts'
import { tokensOfCondition } from '../../messages/search-index/index-token.ts'
import type { SearchTerm } from '../../messages/search-index/search-term.ts'
import type { FoundMessage, MessageSearch } from '../message-search.ts'
import { findInPostgres } from './postgres-text-store.ts'
import { findInSqlite } from './sqlite-text-store.ts'

/** What the index is asked for. */
export interface IndexedSearch {
  terms: readonly SearchTerm[]
  /** of each of these a message has one token */
  places: readonly (readonly string[])[]
  /** The conditions are those that the index cannot tell. */
  search: MessageSearch
}

/** The indexed messages with these terms that fulfil the other conditions. */
export async function findInIndex(
  db: Db,
  search: MessageSearch,
  terms: readonly SearchTerm[],
): Promise<FoundMessage[]> {
  const places = search.conditions.flatMap((condition) => {
    const tokens = tokensOfCondition(condition)
    return tokens ? [tokens] : []
  })
  const conditions = search.conditions.filter((condition) => !tokensOfCondition(condition))
  const asked: IndexedSearch = { terms, places, search: { ...search, conditions } }
  return (engineOf(db) === 'sqlite' ? findInSqlite : findInPostgres)(db, asked)
}
