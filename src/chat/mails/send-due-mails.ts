import { secondsOf } from '../../platform/clock.ts'
import { MailRefused } from '../../platform/mailer.ts'
import type { Chat, Db } from '../chat.ts'
import { claimMail, deleteOutboxMail, listDueMails, postponeMail } from './mail-outbox-store.ts'
import type { MailOutboxTable } from './mail-outbox-table.ts'
import type { PlainMail } from './queue-mail.ts'

const BATCH = 20
/** Longer than a mail server takes to accept a mail. */
const CLAIM_SECONDS = 600
/** Over a day in all; then the address is given up. */
const pauses = [60, 300, 900, 3_600, 10_800, 21_600, 43_200]

/** Mails can go twice when the server dies between sending and noting it; none is lost. */
export async function sendDueMails(chat: Chat, signal: AbortSignal): Promise<void> {
  for (const mail of await listDueMails(chat.database.read, secondsOf(chat.clock), BATCH)) {
    // A server that is to stop must not have to wait for all of them.
    if (signal.aborted) return
    await sendOne(chat, mail)
  }
}

async function sendOne(chat: Chat, mail: MailOutboxTable): Promise<void> {
  const { clock, database, log, mailer, secrets } = chat
  const write = <T>(work: (db: Db) => Promise<T>) =>
    database.write(mail.realm_id, { work: ({ db }) => work(db) })
  if (!(await write((db) => claimMail(db, mail, secondsOf(clock) + CLAIM_SECONDS)))) return
  try {
    await mailer.send(JSON.parse(secrets.decrypt(mail.sealed_mail)) as PlainMail)
    await write((db) => deleteOutboxMail(db, mail))
  } catch (error) {
    const pause = error instanceof MailRefused ? undefined : pauses[mail.attempts]
    const about = { err: error, realmId: mail.realm_id, mail: mail.about }
    if (pause === undefined) {
      log.error(about, 'a mail could not be sent; giving up')
      await write((db) => deleteOutboxMail(db, mail))
    } else {
      log.warn(about, 'a mail could not be sent; trying again')
      await write((db) => postponeMail(db, mail, secondsOf(clock) + pause))
    }
  }
}
