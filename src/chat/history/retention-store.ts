import { sql } from 'kysely'
import type { Db } from '../chat-platform.ts'
import type { Realm } from '../identity/realms/realm.ts'
import { realmOf } from '../identity/realms/realm.ts'
import { UNLIMITED } from '../identity/realms/retention-parameters.ts'
import type { MessagesTable } from '../messages/messages-table.ts'

const DAY_SECONDS = 86_400

/** Organizations that delete old messages, everywhere or in some stream. */
export async function listRealmsWithRetention(db: Db): Promise<Realm[]> {
  const rows = await db
    .selectFrom('realms')
    .selectAll()
    .where((where) =>
      where.or([
        // Only settings that differ from the default are stored.
        where('settings', 'like', '%"message_retention_days":%'),
        where.exists(
          where
            .selectFrom('streams')
            .select('streams.id')
            .whereRef('streams.realm_id', '=', 'realms.id')
            .where('streams.message_retention_days', '>', 0),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows.map(realmOf)
}

/** Ids of the recipients (streams and conversations) whose oldest message has expired. One index lookup for each. */
export async function listExpiredRecipients(
  db: Db,
  realm: Realm,
  { now, after, limit }: { now: number; after: number; limit: number },
): Promise<number[]> {
  const days = sql`coalesce(streams.message_retention_days, ${realm.settings.message_retention_days ?? UNLIMITED})`
  const { rows } = await sql<{ id: number }>`
    select recipients.id from recipients
    left join streams on streams.realm_id = recipients.realm_id and streams.id = recipients.stream_id
    where recipients.realm_id = ${realm.id} and recipients.id > ${after} and ${days} > 0
      and (
        select messages.sent_at from messages
        where messages.realm_id = recipients.realm_id and messages.recipient_id = recipients.id
        order by messages.id limit 1
      ) < ${now} - ${days} * ${DAY_SECONDS}
    order by recipients.id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

export interface RetentionPlace {
  stream_id: number | null
  members: string | null
  /** messages sent before this second have expired; undefined: none expire */
  cutoff: number | undefined
}

/** According to the current settings. Archived streams keep theirs. */
export async function findRetentionPlace(
  db: Db,
  realm: Realm,
  recipientId: number,
  now: number,
): Promise<RetentionPlace | undefined> {
  const row = await db
    .selectFrom('recipients')
    .leftJoin('streams', (join) =>
      join
        .onRef('streams.realm_id', '=', 'recipients.realm_id')
        .onRef('streams.id', '=', 'recipients.stream_id'),
    )
    .select(['recipients.stream_id', 'recipients.members', 'streams.message_retention_days'])
    .where('recipients.realm_id', '=', realm.id)
    .where('recipients.id', '=', recipientId)
    .executeTakeFirst()
  if (!row) return undefined
  const days = row.message_retention_days ?? realm.settings.message_retention_days ?? UNLIMITED
  const { stream_id, members } = row
  return { stream_id, members, cutoff: days > 0 ? now - days * DAY_SECONDS : undefined }
}

/** Without those of people whose messages must be kept. */
export async function listOldestMessages(
  db: Db,
  realmId: number,
  recipientId: number,
  heldSenders: Iterable<number>,
  limit: number,
): Promise<MessagesTable[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('recipient_id', '=', recipientId)
    .where((where) => where.not(where('sender_id', 'in', [0, ...heldSenders])))
    .orderBy('id')
    .limit(limit)
    .execute()
}
