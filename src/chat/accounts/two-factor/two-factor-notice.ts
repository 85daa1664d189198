import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { queueMail } from '../mails/queue-mail.ts'

const happened = {
  on: 'Two-factor authentication was switched on',
  off: 'Two-factor authentication was switched off',
  removed: 'Two-factor authentication was removed by an administrator',
  codes: 'New recovery codes were created',
}

/** The owner learns of every change, also of those that a thief makes. */
export async function mailTwoFactorNotice(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  { realm, user }: Actor,
  change: keyof typeof happened,
): Promise<void> {
  const what = happened[change]
  const mail = {
    to: [user.email],
    subject: `${what} at ${realm.name.replaceAll(/\s+/g, ' ')}`,
    text: [
      'Hello,',
      '',
      `${what} for your account ${user.email} at ${realm.name}.`,
      '',
      'If it was you, or you asked for it, you do not need to do anything. Otherwise change your password now, and tell an administrator.',
      '',
    ].join('\n'),
  }
  await queueMail(chat, transaction, realm, mail, `two-factor notice of ${user.id}`)
}
