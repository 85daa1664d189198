import type { Mail } from '../../../platform/mail/mailer.ts'
import { mailHandler } from '../../../platform/mail-handler.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'

declare module '../../../platform/database/outbox-table.ts' {
  interface OutboxPayloads {
    /** All of it is encrypted, as mails contain secret links. */
    mail: null
  }
}

export type PlainMail = Pick<Mail, 'to' | 'subject' | 'text'>

/** Without a mail server, mails become files for the operator, and links are shown to the people who asked for them. */
export const sendsMail = ({ config }: ChatPlatform): boolean => config.smtpUrl !== undefined

/** Sends the mail soon after the commit, with retries. `about` names what it belongs to: see cancelMails. */
export const queueMail = (
  { secrets }: ChatPlatform,
  { outbox }: ChatTransaction,
  realm: Realm,
  mail: PlainMail,
  about: string,
): Promise<void> =>
  outbox.add('mail', {
    lane: about,
    payload: null,
    secretSealed: secrets.encrypt(JSON.stringify({ ...mail, fromName: realm.name })),
  })

/** Mails that were not sent yet are not sent any more. */
export const cancelMails = ({ outbox }: ChatTransaction, about: string): Promise<void> =>
  outbox.cancel('mail', about)

export function handleMails({ outbox, mailer, secrets }: ChatPlatform): void {
  const compose = async ({ secretSealed }: { secretSealed: string | null }) =>
    JSON.parse(secrets.decrypt(secretSealed!)) as Mail
  outbox.handle('mail', mailHandler(mailer, { compose }))
}
