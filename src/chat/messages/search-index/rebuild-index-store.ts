import { sql } from 'kysely'
import type { Db } from '../../chat.ts'

/** Each engine has its own form of the index, so a move to the other engine builds it again. */
export const indexTables = ['message_index', 'message_tokens', 'search_marks'] as const

/** For an empty index: the server indexes everything step by step, and until then searches the messages one by one. */
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
