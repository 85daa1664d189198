import { secondsOf } from '../../../platform/clock.ts'
import { findTotpStep, generateTotpSecret, totpUri } from '../../../platform/totp.ts'
import { badRequest, tooMany } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Identity } from '../../identity/identity.ts'
import { endSessionsOf } from '../../identity/sessions/end-sessions.ts'
import type { Session } from '../../identity/sessions/session.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { findUser } from '../../identity/users/user-store.ts'
import { generateRecoveryCodes, hashRecoveryCode, readCode } from './recovery-codes.ts'
import { mailTwoFactorNotice } from './two-factor-notice.ts'
import { deleteTwoFactor, findTwoFactor, putTwoFactor, replaceRecoveryCodes } from './two-factor-store.ts'
import { findConfirmedFactor, useSecondFactor } from './use-second-factor.ts'

/** Wrong codes of a signed-in person, within the window of the sign-in limits: half an hour. */
const TRIES = 10

const ownerOf = ({ realm_id, id }: User) => ({ realm_id, user_id: id })
const notOn = () => badRequest('Two-factor authentication is not on.')
const wrongCode = () => badRequest('The code is wrong. Check the time of your device, and try again.')

/** Makes a secret, which has no effect until a code of it is confirmed. */
export function beginTwoFactor(chat: ChatPlatform, { realm, user }: Actor) {
  return chat.transact(realm.id, async ({ db }) => {
    const known = await findTwoFactor(db, ownerOf(user))
    if (known?.confirmed_at != null) throw badRequest('Two-factor authentication is already on.')
    const secret = generateTotpSecret()
    const secret_sealed = chat.secrets.encrypt(secret)
    await putTwoFactor(db, { ...ownerOf(user), secret_sealed, last_step: 0, confirmed_at: null })
    return { secret, uri: totpUri(secret, realm.name, user.email) }
  })
}

/** The code proves that the app has the secret. Signs out everywhere else. Returns the recovery codes. */
export async function confirmTwoFactor(
  chat: Identity,
  actor: Actor,
  code: string,
  session: Session | undefined,
): Promise<string[]> {
  const { realm, user } = actor
  await limitTries(chat, user)
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const factor = await findTwoFactor(db, ownerOf(user))
    if (!factor || factor.confirmed_at !== null) throw badRequest('Start the setup again.')
    const now = secondsOf(chat.clock)
    const step = findTotpStep(chat.secrets.decrypt(factor.secret_sealed), readCode(code), now)
    if (step === undefined) throw wrongCode()
    await putTwoFactor(db, { ...factor, last_step: step, confirmed_at: now })
    const codes = generateRecoveryCodes()
    await replaceRecoveryCodes(
      db,
      ownerOf(user),
      codes.map((one) => hashRecoveryCode(chat, user, one)),
    )
    await endSessionsOf(transaction, user, session?.id)
    await mailTwoFactorNotice(chat, transaction, actor, 'on')
    return codes
  })
}

/** The old codes stop working. */
export async function renewRecoveryCodes(chat: ChatPlatform, { user }: Actor): Promise<string[]> {
  if (!(await findConfirmedFactor(chat, user))) throw notOn()
  const codes = generateRecoveryCodes()
  const hashes = codes.map((one) => hashRecoveryCode(chat, user, one))
  await chat.transact(user.realm_id, ({ db }) => replaceRecoveryCodes(db, ownerOf(user), hashes))
  return codes
}

export async function endTwoFactor(chat: Identity, actor: Actor, code: string): Promise<void> {
  const { user } = actor
  const factor = await findConfirmedFactor(chat, user)
  if (!factor) throw notOn()
  await limitTries(chat, user)
  if (!(await useSecondFactor(chat, user, factor, code))) throw wrongCode()
  await chat.transact(user.realm_id, async (transaction) => {
    await deleteTwoFactor(transaction.db, ownerOf(user))
    await mailTwoFactorNotice(chat, transaction, actor, 'off')
  })
}

/**
 * For a member who has lost the device and the recovery codes. Ends the sessions, since a thief may have the device.
 * Logged, and the member gets a mail. Without an administrator, the operator does it.
 */
export async function removeTwoFactorOf(
  chat: ChatPlatform,
  { realm, user: administrator }: Pick<Actor, 'realm'> & Partial<Actor>,
  userId: number,
): Promise<void> {
  await chat.transact(realm.id, async (transaction) => {
    const user = await findUser(transaction.db, realm.id, userId)
    if (!user) throw badRequest('No such user')
    if (!(await deleteTwoFactor(transaction.db, ownerOf(user)))) throw notOn()
    await endSessionsOf(transaction, user)
    await mailTwoFactorNotice(chat, transaction, { realm, user }, 'removed')
  })
  const about = { realmId: realm.id, userId, removedBy: administrator?.id ?? 'operator' }
  chat.log.warn(about, 'the two-factor authentication of a user was removed')
}

async function limitTries({ signInLimiter, log }: Identity, { realm_id, id }: User): Promise<void> {
  const budget = await signInLimiter.take(`two-factor codes of ${realm_id}:${id}`, TRIES)
  if (budget.allowed) return
  log.warn({ realmId: realm_id, userId: id }, 'two-factor code refused: too many attempts')
  throw tooMany(budget)
}
