import { type MailQueue, sendDueMails } from '../platform/mail/send-due-mails.ts'
import {
  claimMail,
  deleteMail,
  listDueMails,
  type MailTable,
  postponeMail,
  type QueuedMail,
} from './queued-mail-store.ts'
import type { TelephonyDb, TelephonyPlatform } from './telephony-platform.ts'
import type { TelephonyTables } from './telephony-tables.ts'

export type MailUse<Row> = Pick<MailQueue<Row & QueuedMail>, 'compose' | 'describe'> & {
  /** The mail server has accepted it. */
  onSent?(mail: Row): Promise<void>
}

/** Sends the due mails of a table. They are deleted when they are sent, or given up. */
export function sendQueuedMails<Table extends MailTable>(
  { clock, database, log, mailer }: TelephonyPlatform,
  table: Table,
  { compose, describe, onSent }: MailUse<TelephonyTables[Table]>,
  signal: AbortSignal,
): Promise<void> {
  const after = (seconds: number) => clock.now() + seconds * 1000
  const write = <T>(mail: QueuedMail, work: (db: TelephonyDb) => Promise<T>) =>
    database.write(mail.company_id, { work: ({ db }) => work(db) })
  const queue: MailQueue<TelephonyTables[Table] & QueuedMail> = {
    listDue: (limit) => listDueMails(database.read, table, after(0), limit),
    claim: (mail, seconds) => write(mail, (db) => claimMail(db, table, mail, after(seconds))),
    compose,
    postpone: (mail, seconds) => write(mail, (db) => postponeMail(db, table, mail, after(seconds))),
    async remove(mail, isSent) {
      if (isSent) await onSent?.(mail)
      await write(mail, (db) => deleteMail(db, table, mail))
    },
    describe,
  }
  return sendDueMails(queue, mailer, log, signal)
}
