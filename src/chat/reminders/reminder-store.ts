import type { Db } from '../chat.ts'
import type { DueItem } from '../scheduled-messages/due-work.ts'
import type { RemindersTable } from './reminders-table.ts'

export async function insertReminder(db: Db, row: RemindersTable): Promise<void> {
  await db.insertInto('reminders').values(row).execute()
}

export async function findReminder(db: Db, realmId: number, id: number): Promise<RemindersTable | undefined> {
  return db
    .selectFrom('reminders')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** In the order in which they are due. */
export async function listReminders(db: Db, realmId: number, userId: number): Promise<RemindersTable[]> {
  return db
    .selectFrom('reminders')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .orderBy('deliver_at')
    .orderBy('id')
    .execute()
}

export async function countReminders(db: Db, realmId: number, userId: number): Promise<number> {
  const row = await db
    .selectFrom('reminders')
    .select((select) => select.fn.countAll().as('count'))
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Answers false when somebody else was faster. */
export async function deleteReminderRow(db: Db, realmId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('reminders')
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** When the next one of all organizations is due. */
export async function findNextReminderTime(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('reminders')
    .select('deliver_at')
    .orderBy('deliver_at')
    .limit(1)
    .executeTakeFirst()
  return row?.deliver_at
}

export async function listDueReminders(db: Db, now: number, limit: number): Promise<DueItem[]> {
  return db
    .selectFrom('reminders')
    .select(['realm_id', 'id'])
    .where('deliver_at', '<=', now)
    .orderBy('deliver_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
