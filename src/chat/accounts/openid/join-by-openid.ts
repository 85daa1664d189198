import { secondsOf } from '../../../platform/clock.ts'
import { ChatError } from '../../chat-error.ts'
import type { ChatTransaction } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { User } from '../../identity/users/user.ts'
import type { Messages } from '../../messages/messages.ts'
import { addUser, checkEmail, checkFullName } from '../create-user.ts'
import { isOutsideDomains } from '../domains/check-email-domain.ts'
import { joinByInvite } from '../invitations/accept-invite.ts'
import { listPendingInvitesOfEmail } from '../invitations/invite-store.ts'
import { findInviter, type OpenInvite, openInvite } from '../invitations/open-invite.ts'
import { OpenIdRefusal } from './openid-refusal.ts'

const LONGEST_NAME = 100

/** Creates the account, without a password, for people who are invited, or for everyone if the operator allows it. */
export async function joinByOpenId(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  { email, name }: { email: string; name: string | undefined },
  invitation: string | undefined,
): Promise<User> {
  if (!isAcceptable(() => checkEmail(email))) throw new OpenIdRefusal('unverified_email')
  if (await isOutsideDomains(transaction.db, realm, email)) throw new OpenIdRefusal('not_registered')
  const person = { email, emailProven: true, fullName: nameOf(name, email) }
  const invite = invitation
    ? await openLink(chat, transaction, realm, invitation, email)
    : await findMailed(chat, transaction, realm, email)
  if (invite) return (await joinByInvite(chat, transaction, invite, person)).user
  if (chat.openid?.settings.join !== 'everyone') throw new OpenIdRefusal('not_registered')
  return (await addUser(chat, transaction, realm, person)).user
}

async function openLink(
  chat: Messages,
  { db }: ChatTransaction,
  realm: Realm,
  token: string,
  email: string,
): Promise<OpenInvite> {
  try {
    const opened = await openInvite(chat, db, realm, token)
    const { email_key: invited } = opened.invite
    if (invited !== null && invited !== email.toLowerCase()) throw new OpenIdRefusal('other_address')
    return opened
  } catch (error) {
    throw error instanceof ChatError ? new OpenIdRefusal('invitation_invalid') : error
  }
}

/** The newest invitation that was mailed to the address and is still valid. */
async function findMailed(
  chat: Messages,
  { db }: ChatTransaction,
  realm: Realm,
  email: string,
): Promise<OpenInvite | undefined> {
  const invites = await listPendingInvitesOfEmail(db, realm.id, email.toLowerCase(), secondsOf(chat.clock))
  for (const invite of invites) {
    try {
      return { realm, invite, inviter: await findInviter(db, realm, invite) }
    } catch (error) {
      if (!(error instanceof ChatError)) throw error
    }
  }
  return undefined
}

/** The provider's name for the person, without what names must not contain. */
function nameOf(name: string | undefined, email: string): string {
  const allowed = (name ?? '').replaceAll(/[*`\\>"@|\s\p{Cc}]+/gu, ' ').trim()
  const short = [...allowed].slice(0, LONGEST_NAME).join('').trim()
  const local = email.split('@')[0]!
  return [short, local].find((one) => isAcceptable(() => checkFullName(one))) ?? 'New member'
}

function isAcceptable(check: () => void): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}
