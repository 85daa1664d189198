import { sql } from 'kysely'
import type { Db } from '../../chat-platform.ts'

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
