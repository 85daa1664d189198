import { secondsOf } from '../../../platform/clock.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { sendDueMails } from '../../../platform/mail/send-due-mails.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import { claimMail, deleteOutboxMail, listDueMails, postponeMail } from './mail-outbox-store.ts'
import type { MailOutboxTable } from './mail-outbox-table.ts'

export function sendQueuedMails(chat: ChatPlatform, signal: AbortSignal): Promise<void> {
  const { clock, database, log, mailer, secrets } = chat
  const after = (seconds: number) => secondsOf(clock) + seconds
  const write = <T>(mail: MailOutboxTable, work: (db: Db) => Promise<T>) =>
    database.write(mail.realm_id, { work: ({ db }) => work(db) })
  const queue = {
    listDue: (limit: number) => listDueMails(database.read, after(0), limit),
    claim: (mail: MailOutboxTable, seconds: number) =>
      write(mail, (db) => claimMail(db, mail, after(seconds))),
    compose: async (mail: MailOutboxTable) => JSON.parse(secrets.decrypt(mail.sealed_mail)) as Mail,
    postpone: (mail: MailOutboxTable, seconds: number) =>
      write(mail, (db) => postponeMail(db, mail, after(seconds))),
    remove: (mail: MailOutboxTable) => write(mail, (db) => deleteOutboxMail(db, mail)),
    describe: (mail: MailOutboxTable) => ({ realmId: mail.realm_id, mail: mail.about }),
  }
  return sendDueMails(queue, mailer, log, signal)
}
