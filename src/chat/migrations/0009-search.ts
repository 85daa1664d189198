import { sql } from 'kysely'
import type { AnyHandle } from '../../platform/database/any-handle.ts'
import type { Engine } from '../../platform/database/database.ts'
import { createTables, type TablePlan } from '../../platform/database/schema/create-tables.ts'

export async function createSearch(db: AnyHandle, engine: Engine): Promise<void> {
  await createTables(db, tables, [], engine)
  if (engine === 'sqlite') {
    // The tokens are already prepared: the tokenizer must not split or fold them.
    await sql`create virtual table message_index using fts5(
      words, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_:='"
    )`.execute(db)
  } else {
    await sql`create table message_tokens (
      realm_id bigint not null,
      message_id bigint not null,
      words text collate "C" not null,
      tokens tsvector not null,
      constraint message_tokens_key primary key (realm_id, message_id)
    )`.execute(db)
    // Written in batches anyway; with a pending list, every search would have to scan it.
    await sql`create index message_tokens_by_tokens on message_tokens using gin (tokens) with (fastupdate = off)`.execute(
      db,
    )
  }
  // Existing messages are indexed in steps while the server runs; see messages/search-index/index-messages.ts.
  await sql`insert into search_marks (realm_id, low, high)
    select tenant_id, value, value from sequences where name = 'messages'`.execute(db)
}

const tables: Record<string, TablePlan> = {
  search_marks: { columns: { realm_id: 'id', low: 'number', high: 'number' }, key: ['realm_id'] },
}
