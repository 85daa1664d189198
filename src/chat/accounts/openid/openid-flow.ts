import type { FastifyRequest } from 'fastify'
import { secondsOf } from '../../../platform/clock.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import { OpenIdFailure } from '../../../platform/outgoing/openid-failure.ts'
import type { OpenIdPerson, OpenIdProvider } from '../../../platform/outgoing/openid-provider.ts'
import { ChatError } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import { Redirect } from '../../http/redirect.ts'
import type { Identity } from '../../identity/identity.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { type Actor, isBot, type User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import type { Messages } from '../../messages/messages.ts'
import { claimAccount } from '../claim-account.ts'
import { addUser, checkEmail, checkFullName } from '../create-user.ts'
import { isOutsideDomains } from '../domains/check-email-domain.ts'
import { joinByInvite } from '../invitations/accept-invite.ts'
import { listPendingInvitesOfEmail } from '../invitations/invite-store.ts'
import { findInviter, type OpenInvite, openInvite } from '../invitations/open-invite.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { type OpenIdAttempt, readAttempt } from './openid-attempt.ts'
import { openIdIdentitiesTable } from './openid-identities-table.ts'

const MAX_NAME_LENGTH = 100

/** Each step makes requests to the provider, and needs no credentials. */
const STEPS_PER_MINUTE = 30

const MAX_NEXT_LENGTH = 1000

/** Fixed, and registered at the provider for the host of each organization. */
const redirectUri = ({ config }: ChatPlatform, realm: Realm) =>
  `${realmUri(config.publicUrl, realm)}/api/v1/openid/callback`

interface Begin {
  next: string | undefined
  invitation: string | undefined
  /** IP address */
  address: string
}

export async function beginOpenId(
  chat: Identity,
  realm: Realm | undefined,
  { next, invitation, address }: Begin,
): Promise<{ url: string; attempt: OpenIdAttempt }> {
  const provider = requireProvider(chat)
  if (!realm) throw new OpenIdRefusal('not_registered')
  await limitSteps(chat, address)
  const { url, checks } = await provider.begin(redirectUri(chat, realm))
  return { url, attempt: { checks, realmId: realm.id, next: ownPage(next), invitation } }
}

export async function finishOpenId(
  chat: Messages,
  realm: Realm | undefined,
  state: string | undefined,
  request: FastifyRequest,
): Promise<{ user: User; next: string }> {
  const provider = requireProvider(chat)
  await limitSteps(chat, request.ip)
  const attempt = realm && readAttempt(chat, realm.id, state, request.headers.cookie)
  if (!attempt) throw new OpenIdRefusal('not_begun_here')
  const callback = new URL(redirectUri(chat, realm))
  callback.search = request.url.split('?')[1] ?? ''
  const person = await provider.finish(callback, attempt.checks)
  return { user: await signInByOpenId(chat, realm, person, attempt.invitation), next: attempt.next }
}

/** People see a page instead of an error in JSON. Logs why, without anything that could be used to sign in. */
export async function orRefuse(
  chat: ChatPlatform,
  request: FastifyRequest,
  step: () => Promise<Redirect>,
): Promise<Redirect> {
  try {
    return await step()
  } catch (error) {
    const isFailure = error instanceof OpenIdFailure
    if (!isFailure && !(error instanceof OpenIdRefusal)) throw error
    const reason = isFailure ? error.fault : error.reason
    const about = { reason, address: request.ip, ...(isFailure && { detail: error.message }) }
    chat.log.warn(about, 'sign-in with OpenID Connect refused')
    return new Redirect(`/sign-in-failed/${reason}`)
  }
}

function requireProvider({ openid }: ChatPlatform): OpenIdProvider {
  if (!openid) throw new OpenIdRefusal('not_configured')
  return openid
}

async function limitSteps({ rateLimiter }: Identity, address: string): Promise<void> {
  const budget = await rateLimiter.take(`openid ${networkOf(address)}`, STEPS_PER_MINUTE)
  if (!budget.allowed) throw new OpenIdRefusal('too_many_attempts')
}

/** Only a path on the same host: a link to this server must not lead elsewhere. */
function ownPage(next: string | undefined): string {
  const host = 'http://this-host'
  if (next === undefined || next.length > MAX_NEXT_LENGTH || !URL.canParse(next, host)) return '/'
  const { origin, pathname, search, hash } = new URL(next, host)
  return origin === host && !pathname.startsWith('//') ? pathname + search + hash : '/'
}

/**
 * The account of a person at the provider: the one they had before, else the one with the email address that the
 * provider has verified, else a new one, if they may join. `invitation`: the token of a link.
 */
function signInByOpenId(
  chat: Messages,
  realm: Realm,
  person: OpenIdPerson,
  invitation: string | undefined,
): Promise<User> {
  if (realm.deactivated) throw new OpenIdRefusal('organization_deactivated')
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const known = await openIdIdentitiesTable.find(db, {
      realm_id: realm.id,
      issuer: person.issuer,
      subject: person.subject,
    })
    if (known) return active((await usersTable.find(db, { realm_id: realm.id, id: known.user_id }))!)
    const { email } = person
    if (email === undefined || !person.emailVerified) throw new OpenIdRefusal('unverified_email')
    const user =
      (await findUnclaimed(chat, transaction, realm, email, person)) ??
      (await joinByOpenId(chat, transaction, realm, { email, name: person.name }, invitation))
    await openIdIdentitiesTable.insert(db, {
      realm_id: realm.id,
      issuer: person.issuer,
      subject: person.subject,
      user_id: user.id,
      created_at: secondsOf(chat.clock),
    })
    return user
  })
}

/**
 * The account with this address, which its owner claims and gets a mail about. An account that another person at the provider has already
 * stays theirs: providers give the addresses of people who left to others.
 */
async function findUnclaimed(
  chat: Messages,
  transaction: ChatTransaction,
  realm: Realm,
  email: string,
  { issuer }: OpenIdPerson,
): Promise<User | undefined> {
  const user = await findUserByEmail(transaction.db, realm.id, email)
  if (!user) return undefined
  if (isBot(user)) throw new OpenIdRefusal('not_registered')
  active(user)
  if (await openIdIdentitiesTable.findBy(transaction.db, { realm_id: realm.id, user_id: user.id, issuer })) {
    throw new OpenIdRefusal('other_person')
  }
  const isTakenOver = await claimAccount(chat, transaction, user)
  await mailOpenIdNotice(chat, transaction, { realm, user }, isTakenOver)
  return usersTable.find(transaction.db, { realm_id: realm.id, id: user.id })
}

function active(user: User): User {
  if (!user.is_active) throw new OpenIdRefusal('deactivated')
  return user
}

/** The owner learns that there is a new way into the account, and whether the other ways have ended. */
async function mailOpenIdNotice(
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

/** Creates the account, without a password, for people who are invited, or for everyone if the operator allows it. */
async function joinByOpenId(
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
  const short = [...allowed].slice(0, MAX_NAME_LENGTH).join('').trim()
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

/** Why a sign-in ends without a session. The web app has a page for each. */
type OpenIdRefusalReason =
  | 'not_configured'
  | 'unavailable'
  | 'cancelled'
  | 'refused'
  | 'not_begun_here'
  | 'too_many_attempts'
  | 'unverified_email'
  | 'not_registered'
  | 'deactivated'
  | 'other_person'
  | 'other_address'
  | 'invitation_invalid'
  | 'organization_deactivated'

class OpenIdRefusal extends Error {
  readonly reason: OpenIdRefusalReason

  constructor(reason: OpenIdRefusalReason) {
    super(reason)
    this.reason = reason
  }
}
