import { networkOf } from '../../../platform/limits/network-of.ts'
import { badRequest, tooMany } from '../../chat-error.ts'
import type { Identity } from '../../identity/identity.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { accountKey } from '../../identity/sessions/sign-in-limits.ts'
import type { User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { checkEmail } from '../create-user.ts'
import { checkEmailDomain } from '../domains/check-email-domain.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { addInvite } from './create-invite.ts'
import { aboutInvite } from './invite-mail.ts'
import { confirmsEmail, openInvite } from './open-invite.ts'

/** Within the window of the mail limits, half an hour. A whole class may join from one address. */
const MAX_MAILS_PER_NETWORK = 100
const MAX_MAILS_PER_ADDRESS = 5
const CONFIRM_MINUTES = 24 * 60

/**
 * A person who came with a reusable link gets an invitation by mail, on the terms of the link, which proves that the
 * address is theirs. If they have an account, the mail says so: the response never does.
 */
export async function requestJoin(
  chat: Identity,
  realm: Realm | undefined,
  { token, email: given, address }: { token: string; email: string; address: string },
): Promise<void> {
  const opened = await openInvite(chat, chat.database.read, realm, token)
  if (!confirmsEmail(chat, opened.invite)) throw badRequest('You can join with this invitation at once.')
  checkEmail(given)
  const email = given.trim()
  await checkEmailDomain(chat.database.read, opened.realm, email)
  await limitJoinMails(chat, opened.realm, email, address)
  await chat.transact(opened.realm.id, async (transaction) => {
    const { realm, invite: link, inviter } = await openInvite(chat, transaction.db, opened.realm, token)
    const user = await findUserByEmail(transaction.db, realm.id, email)
    if (user) {
      return queueMail(chat, transaction, realm, composeKnown(chat, realm, user), `joining of ${user.id}`)
    }
    const terms = {
      role: link.role,
      streamIds: JSON.parse(link.stream_ids),
      includeDefaultStreams: link.include_default_streams === 1,
      notifyInviter: link.notify_inviter === 1,
      expiresInMinutes: CONFIRM_MINUTES,
    }
    const actor = { realm, user: inviter }
    const { invite, link: page } = await addInvite(chat, transaction, actor, terms, email, link.id)
    await queueMail(chat, transaction, realm, composeConfirmation(realm, email, page), aboutInvite(invite))
  })
}

async function limitJoinMails(
  { mailLimiter, log }: Identity,
  realm: Realm,
  email: string,
  address: string,
): Promise<void> {
  const client = await mailLimiter.take(`join from ${networkOf(address)}`, MAX_MAILS_PER_NETWORK)
  const account = accountKey({ realmId: realm.id, account: email })
  const budget = client.allowed ? await mailLimiter.take(`join of ${account}`, MAX_MAILS_PER_ADDRESS) : client
  if (budget.allowed) return
  log.warn({ realmId: realm.id, address }, 'mail to join refused: too many requests')
  throw tooMany(budget)
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Contains no free text of the sender, as it may go to people who did not ask for it. */
const composeConfirmation = (realm: Realm, email: string, page: string) => ({
  to: [email],
  subject: `Join ${oneLine(realm.name)}`,
  text: [
    'Hello,',
    '',
    `Someone asked to join ${oneLine(realm.name)} on Switchboard as ${email}, with an invitation link. If it was you, create your account.`,
    '',
    `Join ${oneLine(realm.name)}:`,
    page,
    '',
    'The link works once and expires in a day. If it was not you, ignore this email.',
    '',
  ].join('\n'),
})

const composeKnown = ({ config }: Identity, realm: Realm, user: User) => ({
  to: [user.email],
  subject: `You already have an account at ${oneLine(realm.name)}`,
  text: [
    'Hello,',
    '',
    `Someone asked to join ${oneLine(realm.name)} on Switchboard as ${user.email}, with an invitation link. There is already an account with this email address.`,
    '',
    ...(user.is_active
      ? [
          'If it was you, sign in, or choose "Forgot your password?" there.',
          '',
          'Sign in:',
          realmUri(config.publicUrl, realm),
        ]
      : ['It is deactivated. If it was you, ask an administrator to reactivate it.']),
    '',
    'If it was not you, ignore this email. Nothing has changed.',
    '',
  ].join('\n'),
})
