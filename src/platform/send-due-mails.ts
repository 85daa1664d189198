import type { Logger } from './log.ts'
import { type Mail, type Mailer, MailRefused } from './mailer.ts'

/** Mails that wait as rows, so that a restart loses none. */
export interface MailQueue<Waiting extends { attempts: number }> {
  /** The longest due first. */
  listDue(limit: number): Promise<Waiting[]>
  /** Keeps others from it for some seconds. False: somebody else has it. */
  claim(waiting: Waiting, seconds: number): Promise<boolean>
  /** undefined: there is nothing to send any more */
  compose(waiting: Waiting): Promise<Mail | undefined>
  postpone(waiting: Waiting, seconds: number): Promise<void>
  remove(waiting: Waiting): Promise<void>
  /** for the log */
  describe(waiting: Waiting): object
}

const BATCH = 20
/** Longer than a mail server takes to accept a mail. */
const CLAIM_SECONDS = 600
/** Over a day in all; then the address is given up. */
const pauses = [60, 300, 900, 3_600, 10_800, 21_600, 43_200]

/** Mails can go twice when the server dies between sending and noting it; none is lost. */
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
      // A server that is to stop must not have to wait for all of them.
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
    await queue.remove(waiting)
  } catch (error) {
    const pause = error instanceof MailRefused ? undefined : pauses[waiting.attempts]
    const about = { err: error, ...queue.describe(waiting) }
    if (pause === undefined) {
      log.error(about, 'a mail could not be sent; giving up')
      await queue.remove(waiting)
    } else {
      log.warn(about, 'a mail could not be sent; trying again')
      await queue.postpone(waiting, pause)
    }
  }
}
