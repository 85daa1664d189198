import { type SelectQueryBuilder, sql } from 'kysely'
import { uncheckedCast } from '../../../platform/unchecked-cast.ts'
import type { PersonalTable } from '../../accounts/erasure/personal-tables.ts'
import { personalTables } from '../../accounts/erasure/personal-tables.ts'
import type { Db } from '../../chat-platform.ts'
import type { ChatTables } from '../../chat-tables.ts'

type Row = Record<string, unknown>

const ROWS_AT_ONCE = 500

/** Yields pages of a person's rows in a table, in the order of the key, without secrets. */
export async function* readPersonRows(
  db: Db,
  name: keyof ChatTables,
  realmId: number,
  userId: number,
): AsyncGenerator<Row[]> {
  const { key, person, omitted } = uncheckedCast<PersonalTable>(personalTables[name])
  // The table is known only at run time.
  const all = uncheckedCast<SelectQueryBuilder<never, never, Row>>(db.selectFrom(name).selectAll())
  const own = all
    .where(sql.ref('realm_id'), '=', realmId as never)
    .where(sql.ref(person), '=', userId as never)
  const ordered = key.reduce((query, column) => query.orderBy(sql.ref(column)), own).limit(ROWS_AT_ONCE)
  for (let last: Row | undefined; ; ) {
    const rows = await (last ? ordered.where(isAfter(key, last)) : ordered).execute()
    last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => without(row, ['realm_id', ...(omitted || [])]))
    if (rows.length < ROWS_AT_ONCE) return
  }
}

const isAfter = (key: readonly string[], last: Row) =>
  sql<boolean>`(${sql.join(key.map((column) => sql.ref(column)))}) > (${sql.join(key.map((column) => last[column]))})`

const without = (row: Row, columns: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name)))

/** Yields the private messages that a person has sent or received, conversation by conversation, with their senders. */
export async function* readPrivateMessages(db: Db, realmId: number, userId: number): AsyncGenerator<Row[]> {
  const conversations = await db
    .selectFrom('receptions')
    .select('recipient_id')
    .distinct()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('stream_id', 'is', null)
    .orderBy('recipient_id')
    .execute()
  for (const { recipient_id: recipientId } of conversations) {
    for (let after = 0; ; ) {
      const rows = await db
        .selectFrom('messages')
        .innerJoin('users', (join) =>
          join.onRef('users.realm_id', '=', 'messages.realm_id').onRef('users.id', '=', 'messages.sender_id'),
        )
        .select([
          'messages.id',
          'recipient_id',
          'sender_id',
          'users.full_name as sender',
          'sent_at',
          'content',
        ])
        .where('messages.realm_id', '=', realmId)
        .where('recipient_id', '=', recipientId)
        .where('messages.id', '>', after)
        .orderBy('messages.id')
        .limit(ROWS_AT_ONCE)
        .execute()
      if (rows.length > 0) yield rows
      if (rows.length < ROWS_AT_ONCE) break
      after = rows.at(-1)!.id
    }
  }
}
