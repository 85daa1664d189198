import { countRows } from '../../../platform/database/statements/read-page.ts'
import type { Db } from '../../chat-platform.ts'
import { findNextTime, listDue } from '../scheduled-messages/due-row-store.ts'
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
  return ownRows(db, realmId, userId).selectAll().orderBy('deliver_at').orderBy('id').execute()
}

export const countReminders = (db: Db, realmId: number, userId: number) =>
  countRows(ownRows(db, realmId, userId))

const ownRows = (db: Db, realmId: number, userId: number) =>
  db.selectFrom('reminders').where('realm_id', '=', realmId).where('user_id', '=', userId)

/** Returns false if another process has already deleted it. */
export async function deleteReminderRow(db: Db, realmId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('reminders')
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

const waiting = (db: Db) => db.selectFrom('reminders')

export const findNextReminderTime = (db: Db) => findNextTime(waiting(db))

export const listDueReminders = (db: Db, now: number, limit: number) => listDue(waiting(db), now, limit)
