import type { SelectQueryBuilder } from 'kysely'
import type { Db } from '../../chat-platform.ts'
import type { DueItem, DueSource } from './due-work.ts'

// biome-ignore lint/suspicious/noExplicitAny: any table with the columns of DueItem and a time
type WaitingRows = SelectQueryBuilder<any, any, object>

const waiting: Record<'scheduled_messages' | 'reminders', (db: Db) => WaitingRows> = {
  /** Failed messages wait for their author. */
  scheduled_messages: (db) => db.selectFrom('scheduled_messages').where('failed', '=', 0),
  reminders: (db) => db.selectFrom('reminders'),
}

/** Finds rows of all organizations by the time at which they are due. */
export const dueRows = (table: keyof typeof waiting): Pick<DueSource, 'findNextTime' | 'listDue'> => ({
  async findNextTime(db) {
    const next = waiting[table](db).select('deliver_at').orderBy('deliver_at').limit(1)
    return ((await next.executeTakeFirst()) as { deliver_at: number } | undefined)?.deliver_at
  },
  async listDue(db, now, limit) {
    const due = waiting[table](db).select(['realm_id', 'id']).where('deliver_at', '<=', now)
    return (await due.orderBy('deliver_at').orderBy('id').limit(limit).execute()) as DueItem[]
  },
})
