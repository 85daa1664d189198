import type { Db } from '../../chat-platform.ts'
import type { MailOutboxTable } from './mail-outbox-table.ts'

export async function insertOutboxMail(db: Db, mail: MailOutboxTable): Promise<void> {
  await db.insertInto('mail_outbox').values(mail).execute()
}

/** The longest overdue first. */
export async function listDueMails(db: Db, now: number, limit: number): Promise<MailOutboxTable[]> {
  return db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Claims a mail. Returns false if another process has claimed it since it was listed, or if it was cancelled. */
export async function claimMail(db: Db, mail: MailOutboxTable, until: number): Promise<boolean> {
  const claimed = await db
    .updateTable('mail_outbox')
    .set({ next_attempt_at: until, attempts: mail.attempts + 1 })
    .where('realm_id', '=', mail.realm_id)
    .where('id', '=', mail.id)
    .where('next_attempt_at', '=', mail.next_attempt_at)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function postponeMail(db: Db, { realm_id, id }: MailOutboxTable, until: number): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ next_attempt_at: until })
    .where('realm_id', '=', realm_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteOutboxMail(db: Db, { realm_id, id }: MailOutboxTable): Promise<void> {
  await db.deleteFrom('mail_outbox').where('realm_id', '=', realm_id).where('id', '=', id).execute()
}

export async function deleteMailsAbout(db: Db, realmId: number, about: string): Promise<void> {
  await db.deleteFrom('mail_outbox').where('realm_id', '=', realmId).where('about', '=', about).execute()
}
