import type { SearchTerm } from '../../messages/search-index/search-term.ts'
import type { MessageSearch } from '../message-search.ts'

/** A search in the index. */
export interface IndexedSearch {
  terms: readonly SearchTerm[]
  /** a message has at least one token of each list */
  places: readonly (readonly string[])[]
  /** Its conditions are those that the index cannot check. */
  search: MessageSearch
}
