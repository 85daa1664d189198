import { type Kysely, sql } from 'kysely'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import { firstRowOf } from '../../messages/search-index/index-entries.ts'
import { segmentOf, segmentPrefix } from '../../messages/search-index/index-token.ts'
import { readFound, searchValues, statementFor } from '../message-query-store.ts'
import type { FoundMessage, MessageSearch } from '../message-search.ts'
import { expressAll, type Parameter } from '../narrows/condition-store.ts'
import type { IndexedSearch } from './indexed-search.ts'

/** Each segment repeats the whole query. Within this limit SQLite still parses it quickly. */
const TOKENS_AT_ONCE = 2000

/**
 * Walks the segments from where the search starts, and takes more at a time while little is found: a frequent word is
 * found in the first segment, a rare one takes a handful of queries.
 */
export async function findInSqlite(
  db: Db,
  { terms, places, search }: IndexedSearch,
): Promise<FoundMessage[]> {
  const first = segmentOf('sqlite', search.after + 1)
  const last = segmentOf('sqlite', search.before - 1)
  const isAscending = search.direction === 'ascending'
  const size = terms.reduce((sum, term) => sum + term.tokens.length, 0) + places.flat().length
  const most = Math.max(1, Math.floor(TOKENS_AT_ONCE / size))
  const statement = statementFor('sqlite text', search, (handle, parameter) =>
    pageOf(handle, search, parameter),
  )
  const start = firstRowOf(search.realmId)
  const values = {
    ...searchValues(search),
    start,
    after: start + search.after,
    before: start + search.before,
  }
  const found: FoundMessage[] = []
  let done = 0
  for (let step = 1; done <= last - first && found.length < search.limit; step = Math.min(step * 4, most)) {
    const count = Math.min(step, last - first + 1 - done)
    const segments = Array.from({ length: count }, (_, index) =>
      isAscending ? first + done + index : last - done - index,
    )
    const query = segments.map((segment) => ftsQuery(terms, places, segmentPrefix(search.realmId, segment)))
    const row = await statement(db, {
      ...values,
      query: query.join(' OR '),
      limit: search.limit - found.length,
    })
    found.push(...readFound(row))
    done += count
    // Other requests get their turn between two queries.
    if (done <= last - first && found.length < search.limit) await new Promise((next) => setImmediate(next))
  }
  return found
}

/** An FTS5 query. Tokens are letters and digits, so quotes are enough to escape them. */
function ftsQuery(terms: IndexedSearch['terms'], places: IndexedSearch['places'], prefix: string): string {
  const parts = terms.map(({ tokens, isOpen }) => {
    const phrase = tokens.map((token) => prefix + token).join(' ')
    return `"${phrase}"${isOpen ? ' *' : ''}`
  })
  for (const tokens of places) parts.push(`(${tokens.map((token) => `"${prefix}${token}"`).join(' OR ')})`)
  return `(${parts.join(' AND ')})`
}

function pageOf(db: Kysely<ChatTables>, search: MessageSearch, parameter: Parameter) {
  const whole = (name: string) => sql<number>`cast(${parameter(name)} as integer)`
  return (
    db
      // The order matters: SQLite must not look up every message in the index.
      .selectFrom('message_index')
      .crossJoin('messages')
      .select(['messages.id', 'messages.recipient_id'])
      .where('message_index.message_index', sql`match`, parameter('query'))
      .where('message_index.rowid', '>', whole('after'))
      .where('message_index.rowid', '<', whole('before'))
      .where('messages.realm_id', '=', parameter('realmId'))
      .where('messages.id', '=', sql<number>`message_index.rowid - ${whole('start')}`)
      .where((build) => build.and(expressAll(build as never, parameter, search.conditions)))
      .orderBy('message_index.rowid', search.direction === 'ascending' ? 'asc' : 'desc')
      .limit(parameter('limit'))
  )
}
