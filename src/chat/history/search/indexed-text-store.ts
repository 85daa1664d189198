import { type Kysely, sql } from 'kysely'
import { engineOf } from '../../../platform/database/engine-of.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import { segmentOf, segmentPrefix, topicToken } from '../../messages/search-index/index-token.ts'
import { messageWords } from '../../messages/search-index/message-words.ts'
import type { SearchTerm } from '../../messages/search-index/search-term.ts'
import { readFound, searchValues, statementFor, type Values } from '../message-query-store.ts'
import type { FoundMessage, MessageSearch } from '../message-search.ts'
import type { Condition, MessageColumn } from '../narrows/condition.ts'
import { expressAll, type Parameter } from '../narrows/condition-store.ts'
import type { IndexedSearch } from './indexed-search.ts'
import { findInSqlite } from './sqlite-text-store.ts'

const VALUES_AT_ONCE = 20

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

/** A message that matches the condition has one of these tokens. undefined: the index cannot tell. */
function tokensOfCondition(condition: Condition): string[] | undefined {
  if (condition.negated) return undefined
  switch (condition.kind) {
    case 'column': {
      const token = columnTokens.get(condition.column)
      return token && condition.values.length <= VALUES_AT_ONCE ? condition.values.map(token) : undefined
    }
    case 'topic':
      return [topicToken(condition.key)]
    case 'private':
      return ['=p']
    default:
      return undefined
  }
}

/** The same tokens as those of placeTokens. */
const columnTokens = new Map<MessageColumn, (value: number) => string>([
  ['recipient_id', (id) => `=r${id}`],
  ['sender_id', (id) => `=s${id}`],
  ['has_link', () => '=hlink'],
  ['has_image', () => '=himage'],
  ['has_attachment', () => '=hattachment'],
])

/**
 * One statement walks the segments from where the search starts and stops when it has enough. Without segments,
 * PostgreSQL would first collect all messages that contain a word and then sort them.
 */
async function findInPostgres(db: Db, { terms, places, search }: IndexedSearch): Promise<FoundMessage[]> {
  const first = segmentOf('postgres', search.after + 1)
  const last = segmentOf('postgres', search.before - 1)
  const queries = Array.from({ length: last - first + 1 }, (_, index) => {
    const segment = search.direction === 'ascending' ? first + index : last - index
    return tsQuery(terms, places, segmentPrefix(search.realmId, segment))
  })
  const phrases = terms.filter((term) => term.tokens.length > 1).map((term) => term.needle)
  const statement = statementFor(`postgres text ${phrases.length}`, search, (handle, parameter) =>
    pageOf(handle, search, phrases.length, parameter),
  )
  const values: Values = { ...searchValues(search), queries }
  for (const [index, phrase] of phrases.entries()) values[`phrase${index}`] = phrase
  return readFound(await statement(db, values))
}

/** A tsquery. It only requires the words of a phrase to be there; `words` shows whether they follow one another. */
function tsQuery(terms: IndexedSearch['terms'], places: IndexedSearch['places'], prefix: string): string {
  const parts = terms.flatMap(({ tokens, isOpen }) =>
    tokens.map((token, index) => {
      const isLast = index === tokens.length - 1
      return `'${prefix}${token}'${isLast && isOpen ? ':*' : ''}`
    }),
  )
  for (const tokens of places) parts.push(`(${tokens.map((token) => `'${prefix}${token}'`).join(' | ')})`)
  return parts.join(' & ')
}

function pageOf(db: Kysely<ChatTables>, search: MessageSearch, phraseCount: number, parameter: Parameter) {
  const direction = search.direction === 'ascending' ? 'asc' : 'desc'
  const limit = parameter('limit')
  let matching = db
    .selectFrom('message_tokens')
    .where(sql<boolean>`message_tokens.tokens @@ cast(segment.query as tsquery)`)
    // The sum keeps the planner from walking this range instead of using the index.
    .where(sql<number>`message_tokens.message_id + 0`, '>', parameter('after'))
    .where(sql<number>`message_tokens.message_id + 0`, '<', parameter('before'))
  for (let index = 0; index < phraseCount; index += 1) {
    matching = matching.where(
      sql<number>`strpos(message_tokens.words, ${parameter(`phrase${index}`)})`,
      '>',
      0,
    )
  }
  let nearest = matching.select('message_tokens.message_id')
  // Without further conditions the index decides alone, and only the results have to be looked up.
  if (search.conditions.length === 0) {
    nearest = nearest.orderBy('message_tokens.message_id', direction).limit(limit)
  }
  const ofSegment = db
    .selectFrom(nearest.as('nearest'))
    .innerJoin('messages', (join) =>
      join.on('messages.realm_id', '=', parameter('realmId')).onRef('messages.id', '=', 'nearest.message_id'),
    )
    .select(['messages.id', 'messages.recipient_id'])
    .where((build) => build.and(expressAll(build as never, parameter, search.conditions)))
    .orderBy('messages.id', direction)
    .limit(limit)
  return sql<{ id: number; recipient_id: number }>`select found.id, found.recipient_id
    from unnest(cast(${parameter('queries')} as text[])) as segment (query), lateral (${ofSegment}) as found
    limit ${limit}`
}

const IDS_AT_ONCE = 500

/** The words of messages, by id; see message-words.ts. */
export async function loadWords(
  db: Db,
  realmId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const words = new Map<number, string>()
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const rows = await db
      .selectFrom('messages')
      .select(['id', 'topic', 'rendered_content'])
      .where('realm_id', '=', realmId)
      .where('id', 'in', ids.slice(start, start + IDS_AT_ONCE))
      .execute()
    for (const row of rows) words.set(row.id, messageWords(row.topic, row.rendered_content))
  }
  return words
}
