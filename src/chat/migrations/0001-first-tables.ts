import { sql } from 'kysely'
import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables } from '../../platform/database/schema/create-tables.ts'
import { createOutboxTable } from '../../platform/outbox/create-outbox-table.ts'
import { accountIndexes, accountTables } from './account-tables.ts'
import { messageIndexes, messageTables } from './message-tables.ts'
import { organizationIndexes, organizationTables } from './organization-tables.ts'
import { streamIndexes, streamTables } from './stream-tables.ts'

export async function createFirstTables(db: AnyHandle, engine: Engine): Promise<void> {
  const tables = { ...organizationTables, ...accountTables, ...streamTables, ...messageTables }
  await createTables(db, tables, [
    ...organizationIndexes,
    ...accountIndexes,
    ...streamIndexes,
    ...messageIndexes,
  ])
  await createOutboxTable(db, engine)
  await (engine === 'sqlite' ? createIndexOnSqlite(db) : createIndexOnPostgres(db))
}

/**
 * The tokens are already prepared: the tokenizer must not split or fold them. The server merges the index itself, a few
 * pages at a time (index-messages.ts): automatic merges run inside any commit, and delay the sender.
 */
async function createIndexOnSqlite(db: AnyHandle): Promise<void> {
  await sql`create virtual table message_index using fts5(
    words, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_:='"
  )`.execute(db)
  await sql`insert into message_index (message_index, rank) values ('automerge', 0)`.execute(db)
}

async function createIndexOnPostgres(db: AnyHandle): Promise<void> {
  await sql`create table message_tokens (
    realm_id bigint not null,
    message_id bigint not null,
    words text collate "C" not null,
    tokens tsvector not null,
    constraint message_tokens_key primary key (realm_id, message_id)
  )`.execute(db)
  // Merging the entries of many messages at once takes much less time. Every search scans those that wait for it, so
  // there are few of them: kilobytes.
  await sql`create index message_tokens_by_tokens on message_tokens using gin (tokens)
    with (fastupdate = on, gin_pending_list_limit = 256)`.execute(db)
}
