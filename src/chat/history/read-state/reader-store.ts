import { sql } from 'kysely'
import type { Db } from '../../chat-platform.ts'
import type { MessagesTable } from '../../messages/messages-table.ts'

/** How many readers of a large stream are checked. */
const RECEIVERS_LIMIT = 20_000

/**
 * Ids of active users who received and read a message, ascending. Leaves out its author and users who turned read
 * receipts off.
 */
export async function listReaders(db: Db, message: MessagesTable): Promise<number[]> {
  const { realm_id: realmId, id, event_position: position } = message
  const receivers = db
    .selectFrom('receptions')
    .select('user_id')
    .distinct()
    .where('realm_id', '=', realmId)
    .where('recipient_id', '=', message.recipient_id)
    .where('from_event', '<', position)
    .where((build) => build.or([build('until_event', 'is', null), build('until_event', '>=', position)]))
    .orderBy('user_id')
    .limit(RECEIVERS_LIMIT)
  const readers = db
    .selectFrom(receivers.as('receiver'))
    .innerJoin('users', (join) =>
      join.on('users.realm_id', '=', realmId).onRef('users.id', '=', 'receiver.user_id'),
    )
    .select('receiver.user_id')
    .where('users.is_active', '=', 1)
    .where('users.id', '!=', message.sender_id)
    .where('users.settings', 'not like', '%"send_read_receipts":false%')
    .where((build) =>
      build.exists(
        build
          .selectFrom('read_ranges')
          .select('read_ranges.user_id')
          .where('read_ranges.realm_id', '=', realmId)
          .whereRef('read_ranges.user_id', '=', 'receiver.user_id')
          .where('read_ranges.recipient_id', '=', message.recipient_id)
          .where('read_ranges.from_id', '<=', id)
          .where('read_ranges.to_id', '>=', id),
      ),
    )
  // One text for all: for the driver, a row per reader costs more than finding it.
  const row = await db
    .selectFrom(readers.as('reader'))
    .select(sql<string | null>`string_agg(cast(reader.user_id as text), ',')`.as('ids'))
    .executeTakeFirst()
  const ids = row?.ids ? row.ids.split(',').map(Number) : []
  return ids.sort((one, other) => one - other)
}
