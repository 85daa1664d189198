import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { queueMail } from '../mails/queue-mail.ts'

/** The owner learns that there is a second way into the account. */
export async function mailOpenIdNotice(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  { realm, user }: Actor,
): Promise<void> {
  const provider = chat.openid!.settings.label
  const mail = {
    to: [user.email],
    subject: `New way to sign in at ${realm.name.replaceAll(/\s+/g, ' ')}`,
    text: [
      'Hello,',
      '',
      `Somebody has signed in to your account ${user.email} at ${realm.name} with ${provider} for the first time. From now on, both your password and ${provider} open the account.`,
      '',
      'If it was you, you do not need to do anything. Otherwise tell an administrator now.',
      '',
    ].join('\n'),
  }
  await queueMail(chat, transaction, realm, mail, `openid notice of ${user.id}`)
}
