import { type Mail, type Mailer, MailRefused } from './mail/mailer.ts'
import { GiveUp, type OutboxEntry, type OutboxHandler } from './outbox/outbox-queue.ts'

/** More than a day in total; then give up. */
const pauseSeconds = [60, 300, 900, 3_600, 10_800, 21_600, 43_200]

interface MailUse<Payload> {
  /** undefined: there is nothing to send any more */
  compose(entry: OutboxEntry<Payload>): Promise<Mail | undefined>
  /** The mail server has accepted it. */
  onSent?(entry: OutboxEntry<Payload>): Promise<void>
}

/**
 * Sends mails from the outbox. A mail may be sent twice if the server dies between sending and recording it; none is
 * lost.
 */
export function mailHandler<Payload>(
  mailer: Mailer,
  { compose, onSent }: MailUse<Payload>,
): OutboxHandler<Payload> {
  return {
    // In the order in which they were written, as far as the mail server accepts them.
    concurrency: 1,
    retriesAtStart: true,
    retryAfter(attempts) {
      const seconds = pauseSeconds[attempts - 1]
      return seconds === undefined ? undefined : seconds * 1000
    },
    async attempt(entry) {
      const mail = await compose(entry)
      if (!mail) return
      await mailer.send(mail).catch((error) => {
        throw error instanceof MailRefused ? new GiveUp(error.message) : error
      })
      await onSent?.(entry)
    },
  }
}
