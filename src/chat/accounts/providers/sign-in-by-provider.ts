import { secondsOf } from '../../../platform/clock.ts'
import { ChatError } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { type Actor, isBot, type User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { type Role, usersTable } from '../../identity/users/users-table.ts'
import type { Messages } from '../../messages/messages.ts'
import { acceptableName, isAcceptable } from '../acceptable-name.ts'
import { changeRole } from '../change-role.ts'
import { claimAccount } from '../claim-account.ts'
import { addUser, checkEmail } from '../create-user.ts'
import { roleOfGroups } from '../directories/group-mapping.ts'
import { isOutsideDomains } from '../domains/check-email-domain.ts'
import { joinByInvite } from '../invitations/accept-invite.ts'
import { listPendingInvitesOfEmail } from '../invitations/invite-store.ts'
import { findInviter, type OpenInvite, openInvite } from '../invitations/open-invite.ts'
import { mustStayAdministrator } from '../last-administrator.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { ProtectedAccount, refuseTakeover } from '../refuse-takeover.ts'
import { openIdIdentitiesTable } from './openid-identities-table.ts'
import { followProviderGroups, type ProviderGroups } from './provider-groups.ts'
import { ProviderRefusal } from './provider-refusal.ts'

/** Who an identity provider says has signed in. */
export interface ProviderPerson {
  issuer: string
  /** the id of the person at the issuer; it never changes */
  subject: string
  email: string | undefined
  emailVerified: boolean
  name: string | undefined
  /** the names of their groups there */
  groups: readonly string[]
}

/** What decides who gets which account. */
export interface SignInProvider {
  /** the name of the provider */
  label: string
  /** who gets an account at the first sign-in */
  join: 'invited' | 'everyone'
  /** the administrator who has set it up; undefined: the operator */
  setBy: number | undefined
  /** what its groups decide */
  groups: ProviderGroups
  /** undefined: the provider of the server, whose groups decide nothing */
  id: number | undefined
}

/**
 * The account of a person at the provider: the one they had before, else the one with the email address that the
 * provider has verified, else a new one, if they may join. `invitation`: the token of a link. Their groups at the
 * provider decide the role and the user groups, if its settings say so.
 */
export async function signInByProvider(
  chat: Messages,
  realm: Realm,
  provider: SignInProvider,
  person: ProviderPerson,
  invitation: string | undefined,
): Promise<User> {
  if (realm.deactivated) throw new ProviderRefusal('organization_deactivated')
  const user = await chat.transact(realm.id, async (transaction) => {
    const found = await findAccount(chat, transaction, realm, provider, person, invitation)
    return followRole(chat, transaction, realm, found, roleOfGroups(provider.groups, person.groups))
  })
  if (provider.id !== undefined && provider.groups.user_groups) {
    await followProviderGroups(chat, realm, `provider ${provider.id}`, user, person.groups)
  }
  return user
}

async function findAccount(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  provider: SignInProvider,
  person: ProviderPerson,
  invitation: string | undefined,
): Promise<User> {
  const { db } = transaction
  const known = await openIdIdentitiesTable.find(db, {
    realm_id: realm.id,
    issuer: person.issuer,
    subject: person.subject,
  })
  if (known) {
    const user = active((await usersTable.find(db, { realm_id: realm.id, id: known.user_id }))!)
    await refuseProtected(chat, provider, user)
    return user
  }
  const { email } = person
  if (email === undefined || !person.emailVerified) throw new ProviderRefusal('unverified_email')
  const user =
    (await findUnclaimed(chat, transaction, realm, provider, email, person)) ??
    (await joinByProvider(chat, transaction, realm, provider, { ...person, email }, invitation))
  await openIdIdentitiesTable.insert(db, {
    realm_id: realm.id,
    issuer: person.issuer,
    subject: person.subject,
    user_id: user.id,
    created_at: secondsOf(chat.clock),
  })
  return user
}

async function followRole(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  user: User,
  role: Role | undefined,
): Promise<User> {
  const { db } = transaction
  if (role === undefined || role === user.role || (await mustStayAdministrator(db, user))) return user
  await changeRole(chat, transaction, realm, user, role)
  return { ...user, role }
}

/**
 * The account with this address, which its owner claims and gets a mail about. An account that another person at the provider has already
 * stays theirs: providers give the addresses of people who left to others.
 */
async function findUnclaimed(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  provider: SignInProvider,
  email: string,
  { issuer }: ProviderPerson,
): Promise<User | undefined> {
  const user = await findUserByEmail(transaction.db, realm.id, email)
  if (!user) return undefined
  if (isBot(user)) throw new ProviderRefusal('not_registered')
  active(user)
  await refuseProtected(chat, provider, user)
  if (await openIdIdentitiesTable.findBy(transaction.db, { realm_id: realm.id, user_id: user.id, issuer })) {
    throw new ProviderRefusal('other_person')
  }
  const isTakenOver = await claimAccount(chat, transaction, user)
  await mailProviderNotice(chat, transaction, provider, { realm, user }, isTakenOver)
  return usersTable.find(transaction.db, { realm_id: realm.id, id: user.id })
}

async function refuseProtected(chat: Messages, { setBy }: SignInProvider, user: User): Promise<void> {
  try {
    await refuseTakeover(chat, setBy, user)
  } catch (error) {
    throw error instanceof ProtectedAccount ? new ProviderRefusal('protected_account') : error
  }
}

function active(user: User): User {
  if (!user.is_active) throw new ProviderRefusal('deactivated')
  return user
}

/** The owner learns that there is a new way into the account, and whether the other ways have ended. */
async function mailProviderNotice(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  { label }: SignInProvider,
  { realm, user }: Actor,
  isTakenOver: boolean,
): Promise<void> {
  const first = `Somebody has signed in to your account ${user.email} at ${realm.name} with ${label} for the first time.`
  const mail = {
    to: [user.email],
    subject: `New way to sign in at ${realm.name.replaceAll(/\s+/g, ' ')}`,
    text: [
      'Hello,',
      '',
      ...(isTakenOver
        ? [
            `${first} From now on, only ${label} opens the account.`,
            '',
            'Until now, nobody had confirmed that this email address belongs to the person who uses the account. For that reason its password, API key, sessions and second factor have ended, and its bots are deactivated. To have a password again, choose "Forgot your password?" on the sign-in page. An administrator can reactivate the bots.',
          ]
        : [`${first} From now on, both your password and ${label} open the account.`]),
      '',
      'If it was you, you do not need to do anything. Otherwise tell an administrator now.',
      '',
    ].join('\n'),
  }
  await queueMail(chat, transaction, realm, mail, `provider notice of ${user.id}`)
}

/** Creates the account, without a password, for people who are invited, or for everyone if the provider's settings say so. */
async function joinByProvider(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  { join, groups }: SignInProvider,
  { email, name, groups: names }: ProviderPerson & { email: string },
  invitation: string | undefined,
): Promise<User> {
  if (!isAcceptable(() => checkEmail(email))) throw new ProviderRefusal('unverified_email')
  if (await isOutsideDomains(transaction.db, realm, email)) throw new ProviderRefusal('not_registered')
  const person = { email, emailProven: true, fullName: acceptableName(name, email) }
  const invite = invitation
    ? await openLink(chat, transaction, realm, invitation, email)
    : await findMailed(chat, transaction, realm, email)
  if (invite) return (await joinByInvite(chat, transaction, invite, person)).user
  if (join !== 'everyone') throw new ProviderRefusal('not_registered')
  const role = roleOfGroups(groups, names)
  return (await addUser(chat, transaction, realm, { ...person, ...(role && { role }) })).user
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
    if (invited !== null && invited !== email.toLowerCase()) throw new ProviderRefusal('other_address')
    return opened
  } catch (error) {
    throw error instanceof ChatError ? new ProviderRefusal('invitation_invalid') : error
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
