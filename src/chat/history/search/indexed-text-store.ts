import { engineOf } from '../../../platform/database/engine-of.ts'
import type { Db } from '../../chat-platform.ts'
import type { SearchTerm } from '../../messages/search-index/search-term.ts'
import type { FoundMessage, MessageSearch } from '../message-search.ts'
import { tokensOfCondition } from './condition-tokens.ts'
import type { IndexedSearch } from './indexed-search.ts'
import { findInPostgres } from './postgres-text-store.ts'
import { findInSqlite } from './sqlite-text-store.ts'

/** Indexed messages with these terms that match the other conditions. */
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
  const indexed: IndexedSearch = { terms, places, search: { ...search, conditions } }
  return (engineOf(db) === 'sqlite' ? findInSqlite : findInPostgres)(db, indexed)
}
