import type { SearchTerm } from '../../messages/search-index/search-term.ts'
import type { MessageSearch } from '../message-search.ts'

/** What the index is asked for. */
export interface IndexedSearch {
  terms: readonly SearchTerm[]
  /** of each of these a message has one token */
  places: readonly (readonly string[])[]
  /** The conditions are those that the index cannot tell. */
  search: MessageSearch
}
