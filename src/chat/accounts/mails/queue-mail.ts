import { secondsOf } from '../../../platform/clock.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { insertOutboxMail } from './mail-outbox-store.ts'

export type PlainMail = Pick<Mail, 'to' | 'subject' | 'text'>

/**
 * Sends the mail soon after the commit, with retries. `about` names what it belongs to, so that cancelling that also
 * cancels the mail (see mail-outbox-store.ts).
 */
export async function queueMail(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  realm: Realm,
  mail: PlainMail,
  about: string,
): Promise<void> {
  await insertOutboxMail(transaction.db, {
    realm_id: realm.id,
    id: await transaction.next('mail_outbox'),
    about,
    sealed_mail: chat.secrets.encrypt(JSON.stringify({ ...mail, fromName: realm.name })),
    attempts: 0,
    next_attempt_at: secondsOf(chat.clock),
  })
}
