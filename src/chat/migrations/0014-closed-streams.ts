import { sql } from 'kysely'
import type { AnyHandle } from '../../platform/database/any-handle.ts'

/** Private streams are closed to non-subscribers: deletes what people kept of streams that they have left. */
export async function createClosedStreams(db: AnyHandle): Promise<void> {
  await db.schema.alterTable('streams').addColumn('archived_at_event', 'bigint').execute()
  // For streams archived before, the last subscribers are those whose periods ended last.
  await sql`
    update streams set archived_at_event = (
      select max(receptions.until_event) from receptions
      where receptions.realm_id = streams.realm_id and receptions.recipient_id = streams.recipient_id
    ) where deactivated = 1`.execute(db)
  await sql`
    update message_flags set starred = 0 where starred = 1 and exists (
      select 1 from messages join streams on streams.realm_id = messages.realm_id and streams.id = messages.stream_id
      where messages.realm_id = message_flags.realm_id and messages.id = message_flags.message_id
        and streams.invite_only = 1 and streams.deactivated = 0
        and not ${isSubscribed('message_flags')}
    )`.execute(db)
  await sql`
    delete from muted_topics where exists (
      select 1 from streams join users on users.realm_id = streams.realm_id
      where streams.realm_id = muted_topics.realm_id and streams.id = muted_topics.stream_id
        and users.id = muted_topics.user_id and users.role <> 'administrator'
        and (streams.invite_only = 1 or users.role = 'guest') and streams.deactivated = 0
        and not ${isSubscribed('muted_topics')}
    )`.execute(db)
  // Left by marking everything as read before there was any message.
  await sql`delete from read_ranges where from_id > to_id`.execute(db)
}

/** To the stream of the outer query. */
const isSubscribed = (owner: 'message_flags' | 'muted_topics') => sql`exists (
  select 1 from subscriptions where subscriptions.realm_id = streams.realm_id
    and subscriptions.stream_id = streams.id and subscriptions.user_id = ${sql.ref(`${owner}.user_id`)}
    and subscriptions.active = 1
)`
