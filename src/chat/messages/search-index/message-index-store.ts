import { type Kysely, type RawBuilder, sql } from 'kysely'
import { engineOf } from '../../../platform/database/engine-of.ts'
import { isInJsonIds, jsonIds } from '../../../platform/database/statements/json-list.ts'
import { preparedWrite } from '../../../platform/database/statements/prepared.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'
import { firstRowOf, indexEntry, indexedColumns, type MessageToIndex } from './index-entries.ts'
import { findSearchMarks, type SearchMarks } from './search-mark-store.ts'

/** The messages next to a position in one direction, up to a limit. */
export async function listMessagesToIndex(
  db: Db,
  realmId: number,
  range: { after: number; upTo: number } | { backFrom: number },
  limit: number,
): Promise<MessageToIndex[]> {
  const all = db.selectFrom('messages').select(indexedColumns).where('realm_id', '=', realmId).limit(limit)
  const query =
    'after' in range
      ? all.where('id', '>', range.after).where('id', '<=', range.upTo).orderBy('id')
      : all.where('id', '<=', range.backFrom).orderBy('id', 'desc')
  if (engineOf(db) === 'postgres') return query.execute()
  // As one text, because the driver is slow with many rows.
  const fields = sql.join(indexedColumns.map((name) => sql`${sql.lit(name)}, ${sql.ref(`page.${name}`)}`))
  const row = await db
    .selectFrom(query.as('page'))
    .select(sql<string>`json_group_array(json_object(${fields}))`.as('rows'))
    .executeTakeFirstOrThrow()
  return JSON.parse(row.rows) as MessageToIndex[]
}

export async function addToIndex(
  db: Db,
  realmId: number,
  messages: readonly MessageToIndex[],
): Promise<void> {
  const entries = JSON.stringify(messages.map((message) => indexEntry(engineOf(db), realmId, message)))
  await insert(db, { realmId, entries })
}

/** To be called after a message has changed. Replaces its index entry, if it has one. */
export async function reindexMessage(db: Db, realmId: number, id: number): Promise<void> {
  const rows = await db
    .selectFrom('messages')
    .select(indexedColumns)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
  await reindexMessages(db, realmId, rows)
}

/** The same for messages whose current state is known. */
export async function reindexMessages(
  db: Db,
  realmId: number,
  messages: readonly MessageToIndex[],
): Promise<void> {
  const { low, high } = await findSearchMarks(db, realmId)
  const indexed = messages.filter(({ id }) => id > low && id <= high)
  if (indexed.length === 0) return
  await removeFromIndex(
    db,
    realmId,
    indexed.map(({ id }) => id),
  )
  await addToIndex(db, realmId, indexed)
}

export async function removeFromIndex(db: Db, realmId: number, ids: readonly number[]): Promise<void> {
  if (engineOf(db) === 'sqlite') {
    await removeRows(db, { rows: JSON.stringify(ids.map((id) => firstRowOf(realmId) + id)) })
  } else {
    await removeTokens(db, { realmId, ids: JSON.stringify(ids) })
  }
}

/** SQLite's index consists of segments. Merges some pages of small ones into a larger one. */
export const mergeIndex = preparedWrite<ChatTables, { pages: number }>((db, parameter) => {
  const merge = sql`insert into message_index (message_index, rank) values ('merge', ${parameter('pages')})`
  return { compile: () => merge.compile(db) }
})

export interface IndexStep {
  realmId: number
  /** as JSON */
  entries: string
  before: SearchMarks
  after: SearchMarks
  /** position of the log before the messages were read */
  position: number
}

/**
 * Adds messages that were read before this transaction and moves the marks, unless the marks or a message have changed
 * since then. Reads nothing, so the other changes of the transaction are not delayed.
 */
export async function addStep(
  db: Db,
  { realmId, entries, before, after, position }: IndexStep,
): Promise<void> {
  const { low, high } = before
  await insertStep(db, { realmId, entries, low, high, position })
  await moveMarks(db, { realmId, low, high, position, toLow: after.low, toHigh: after.high })
}

function insertion(db: Kysely<ChatTables>, realmId: number, entries: string, condition: RawBuilder<unknown>) {
  const intoSqlite = sql`insert into message_index (rowid, words)
    select cast(value ->> 0 as integer), value ->> 1 from json_each(${entries}) where ${condition}`
  const intoPostgres = sql`insert into message_tokens (realm_id, message_id, words, tokens)
    select cast(${realmId} as bigint), row.id, row.words, array_to_tsvector(
      array(select row.prefix || token from unnest(string_to_array(row.tokens, ' ')) as token)
    ) from json_to_recordset(${entries}::json) as row (id bigint, prefix text, words text, tokens text)
    where ${condition}`
  const chosen = engineOf(db) === 'sqlite' ? intoSqlite : intoPostgres
  return { compile: () => chosen.compile(db) }
}

interface Unchanged {
  realmId: number
  low: number
  high: number
  position: number
}

const isUnchanged = ({ realmId, low, high, position }: Unchanged) => sql`exists (
    select 1 from search_marks where realm_id = ${realmId} and low = ${low} and high = ${high}
  ) and not exists (
    select 1 from events where tenant_id = ${realmId} and position > ${position}
      and type in ('update_message', 'delete_message')
  )`

const unchangedOf = (parameter: (name: keyof Unchanged) => number): Unchanged => ({
  realmId: parameter('realmId'),
  low: parameter('low'),
  high: parameter('high'),
  position: parameter('position'),
})

const removeRows = preparedWrite<ChatTables, { rows: string }>((db, parameter) =>
  db.deleteFrom('message_index').where('rowid', 'in', jsonIds(db, parameter('rows'))),
)

const removeTokens = preparedWrite<ChatTables, { realmId: number; ids: string }>((db, parameter) =>
  db
    .deleteFrom('message_tokens')
    .where('realm_id', '=', parameter('realmId'))
    .where(isInJsonIds(db, 'message_id', parameter('ids'))),
)

const insert = preparedWrite<ChatTables, { realmId: number; entries: string }>((db, parameter) =>
  insertion(db, parameter('realmId'), parameter('entries'), sql`true`),
)

const insertStep = preparedWrite<ChatTables, Unchanged & { entries: string }>((db, parameter) =>
  insertion(db, parameter('realmId'), parameter('entries'), isUnchanged(unchangedOf(parameter))),
)

const moveMarks = preparedWrite<ChatTables, Unchanged & { toLow: number; toHigh: number }>(
  (db, parameter) => {
    const update = sql`update search_marks set low = ${parameter('toLow')}, high = ${parameter('toHigh')}
      where realm_id = ${parameter('realmId')} and ${isUnchanged(unchangedOf(parameter))}`
    return { compile: () => update.compile(db) }
  },
)

/** Each engine has its own index format, so migrating to the other engine rebuilds it. */
export const indexTables = ['message_index', 'message_tokens', 'search_marks'] as const

/** For an empty index. The server indexes everything step by step, and scans the messages until then. */
export async function rebuildIndexLater(db: Db): Promise<void> {
  await db.deleteFrom('search_marks').execute()
  await db
    .insertInto('search_marks')
    .columns(['realm_id', 'low', 'high'])
    .expression(
      db
        .selectFrom('sequences')
        .select(['tenant_id', 'value as low', sql<number>`value`.as('high')])
        .where('name', '=', 'messages'),
    )
    .execute()
}
