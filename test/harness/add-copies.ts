import { sql } from 'kysely'
import type { ChatTables } from '../../src/chat/chat-tables.ts'
import type { Database } from '../../src/platform/database/database.ts'

/**
 * Stores many copies of a message without sending them. No events: clients see them after the next message
 * to the same stream.
 */
export async function addCopies(
  database: Database<ChatTables>,
  realmId: number,
  messageId: number,
  count: number,
): Promise<number[]> {
  return database.write(realmId, {
    async work(batch) {
      const ids = await batch.sequence(realmId, 'messages')
      const first = ids.value + 1
      ids.value += count
      const columns = sql.raw(
        `recipient_id, stream_id, sender_id, topic, topic_key, client, content, rendered_content, sent_at, edited_at,
        has_link, has_image, has_attachment, mentions_everyone, event_position`,
      )
      await sql`with recursive numbers(id) as (
          select cast(${first} as bigint) union all select id + 1 from numbers where id < ${ids.value}
        )
        insert into messages (realm_id, id, ${columns})
        select ${sql.lit(realmId)}, numbers.id, ${columns}
        from numbers cross join messages
        where messages.realm_id = ${realmId} and messages.id = ${messageId}`.execute(batch.db)
      return Array.from({ length: count }, (_, index) => first + index)
    },
  })
}
