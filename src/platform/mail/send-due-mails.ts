import type { Logger } from '../logging/log.ts'
import { type Mail, type Mailer, MailRefused } from './mailer.ts'

/** Mails in a database queue, so that a restart loses none. */
export interface MailQueue<Waiting extends { attempts: number }> {
  /** Returns the longest overdue first. */
  listDue(limit: number): Promise<Waiting[]>
  /** Reserves a mail for some seconds. False: another process has it. */
  claim(waiting: Waiting, seconds: number): Promise<boolean>
  /** undefined: there is nothing to send any more */
  compose(waiting: Waiting): Promise<Mail | undefined>
  postpone(waiting: Waiting, seconds: number): Promise<void>
  /** `isSent`: the mail server has accepted it; otherwise it is given up, or there was nothing to send. */
  remove(waiting: Waiting, isSent: boolean): Promise<void>
  /** for the log */
  describe(waiting: Waiting): object
}

const BATCH = 20
/** Longer than a mail server takes to accept a mail. */
const CLAIM_SECONDS = 600
/** More than a day in total; then give up. */
const pauses = [60, 300, 900, 3_600, 10_800, 21_600, 43_200]

/** A mail may be sent twice if the server dies between sending and recording it; none is lost. */
export async function sendDueMails<Waiting extends { attempts: number }>(
  queue: MailQueue<Waiting>,
  mailer: Mailer,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const due = await queue.listDue(BATCH)
    if (due.length === 0) return
    for (const waiting of due) {
      // A stopping server must not wait for all of them.
      if (signal.aborted) return
      if (await queue.claim(waiting, CLAIM_SECONDS)) await sendOne(queue, mailer, log, waiting)
    }
  }
}

async function sendOne<Waiting extends { attempts: number }>(
  queue: MailQueue<Waiting>,
  mailer: Mailer,
  log: Logger,
  waiting: Waiting,
): Promise<void> {
  try {
    const mail = await queue.compose(waiting)
    if (mail) await mailer.send(mail)
    await queue.remove(waiting, mail !== undefined)
  } catch (error) {
    const pause = error instanceof MailRefused ? undefined : pauses[waiting.attempts]
    const about = { err: error, ...queue.describe(waiting) }
    if (pause === undefined) {
      log.error(about, 'a mail could not be sent; giving up')
      await queue.remove(waiting, false)
    } else {
      log.warn(about, 'a mail could not be sent; trying again')
      await queue.postpone(waiting, pause)
    }
  }
}
