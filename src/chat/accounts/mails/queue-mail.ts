import { secondsOf } from '../../../platform/clock.ts'
import type { Mail } from '../../../platform/mailer.ts'
import type { Chat, ChatTransaction } from '../../chat.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { insertOutboxMail } from './mail-outbox-store.ts'

export type PlainMail = Pick<Mail, 'to' | 'subject' | 'text'>

/**
 * It is sent soon after the commit, and again if need be. `about` says what it belongs to, so that whoever
 * takes that back can take the mail back, too (see mail-outbox-store.ts).
 */
export async function queueMail(
  chat: Chat,
  transaction: ChatTransaction,
  realm: Realm,
  mail: PlainMail,
  about: string,
): Promise<void> {
  await insertOutboxMail(transaction.db, {
    realm_id: realm.id,
    id: await transaction.next('mail_outbox'),
    about,
    sealed_mail: chat.secrets.encrypt(JSON.stringify(mail)),
    attempts: 0,
    next_attempt_at: secondsOf(chat.clock),
  })
}
