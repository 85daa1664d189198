import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { queueMail } from '../mails/queue-mail.ts'

/** The owner learns that there is a new way into the account, and whether the other ways have ended. */
export async function mailOpenIdNotice(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  { realm, user }: Actor,
  isTakenOver: boolean,
): Promise<void> {
  const provider = chat.openid!.settings.label
  const first = `Somebody has signed in to your account ${user.email} at ${realm.name} with ${provider} for the first time.`
  const mail = {
    to: [user.email],
    subject: `New way to sign in at ${realm.name.replaceAll(/\s+/g, ' ')}`,
    text: [
      'Hello,',
      '',
      ...(isTakenOver
        ? [
            `${first} From now on, only ${provider} opens the account.`,
            '',
            'Until now, nobody had confirmed that this email address belongs to the person who uses the account. For that reason its password, API key, sessions and second factor have ended, and its bots are deactivated. To have a password again, choose "Forgot your password?" on the sign-in page. An administrator can reactivate the bots.',
          ]
        : [`${first} From now on, both your password and ${provider} open the account.`]),
      '',
      'If it was you, you do not need to do anything. Otherwise tell an administrator now.',
      '',
    ].join('\n'),
  }
  await queueMail(chat, transaction, realm, mail, `openid notice of ${user.id}`)
}
