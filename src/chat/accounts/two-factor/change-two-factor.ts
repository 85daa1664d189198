import { secondsOf } from '../../../platform/clock.ts'
import { findTotpStep, generateTotpSecret, totpUri } from '../../../platform/secrets/totp.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import { recordAccount } from '../../identity/audit/record-audit.ts'
import type { Identity } from '../../identity/identity.ts'
import { realmsTable } from '../../identity/realms/realm.ts'
import { isFactorRequired, twoFactorChanged } from '../../identity/second-factor/required-factor.ts'
import { twoFactorsTable } from '../../identity/second-factor/two-factor-tables.ts'
import { endSessionsOf } from '../../identity/sessions/end-sessions.ts'
import type { Session } from '../../identity/sessions/session.ts'
import { requireUnchanged } from '../../identity/users/require-unchanged.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { generateRecoveryCodes, hashRecoveryCode, readCode } from './recovery-codes.ts'
import { deleteTwoFactor, replaceRecoveryCodes } from './two-factor-store.ts'
import { findConfirmedFactor, limitCodes, useWithin, wrongCode } from './use-second-factor.ts'

const happened = {
  on: 'Two-factor authentication was switched on',
  off: 'Two-factor authentication was switched off',
  removed: 'Two-factor authentication was removed by an administrator',
  recovery_codes_renewed: 'New recovery codes were created',
}

const ownerOf = ({ realm_id, id }: User) => ({ realm_id, user_id: id })
const notOn = () => badRequest('Two-factor authentication is not on.')

/** Makes a secret, which has no effect until a code of it is confirmed. */
export function beginTwoFactor(chat: ChatPlatform, { realm, user }: Actor) {
  return chat.transact(realm.id, async ({ db }) => {
    await requireUnchanged(db, user)
    const known = await twoFactorsTable.find(db, ownerOf(user))
    if (known?.confirmed_at != null) throw badRequest('Two-factor authentication is already on.')
    const secret = generateTotpSecret()
    const secret_sealed = chat.secrets.encrypt(secret)
    await twoFactorsTable.put(db, { ...ownerOf(user), secret_sealed, last_step: 0, confirmed_at: null })
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
  await limitCodes(chat, user)
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    await requireUnchanged(db, user)
    const factor = await twoFactorsTable.find(db, ownerOf(user))
    if (!factor || factor.confirmed_at !== null) throw badRequest('Start the setup again.')
    const now = secondsOf(chat.clock)
    const step = findTotpStep(chat.secrets.decrypt(factor.secret_sealed), readCode(code), now)
    if (step === undefined) throw wrongCode()
    await twoFactorsTable.put(db, { ...factor, last_step: step, confirmed_at: now })
    transaction.announce(twoFactorChanged(user))
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

/** The old codes stop working. Takes a code, since the new ones would replace the device for a thief, too. */
export async function renewRecoveryCodes(chat: Identity, actor: Actor, code: string): Promise<string[]> {
  const codes = generateRecoveryCodes()
  await withCode(chat, actor, code, async (transaction) => {
    await replaceRecoveryCodes(
      transaction.db,
      ownerOf(actor.user),
      codes.map((one) => hashRecoveryCode(chat, actor.user, one)),
    )
    await mailTwoFactorNotice(chat, transaction, actor, 'recovery_codes_renewed')
  })
  return codes
}

export const endTwoFactor = (chat: Identity, actor: Actor, code: string): Promise<void> =>
  withCode(chat, actor, code, async (transaction) => {
    const { settings } = (await realmsTable.find(transaction.db, { id: actor.realm.id }))!
    if (await isFactorRequired(transaction.db, settings, actor.user)) {
      throw badRequest('Your organization requires two-factor authentication of you.')
    }
    await deleteTwoFactor(transaction.db, ownerOf(actor.user))
    transaction.announce(twoFactorChanged(actor.user))
    await mailTwoFactorNotice(chat, transaction, actor, 'off')
  })

/** Makes a change if the code is right, and uses the code up in the same transaction. */
async function withCode(
  chat: Identity,
  { user }: Actor,
  code: string,
  change: (transaction: ChatTransaction) => Promise<void>,
): Promise<void> {
  if (!(await findConfirmedFactor(chat.database.read, user))) throw notOn()
  await limitCodes(chat, user)
  await chat.transact(user.realm_id, async (transaction) => {
    await requireUnchanged(transaction.db, user)
    if (!(await useWithin(chat, transaction, user, code))) throw wrongCode()
    await change(transaction)
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
    const user = await usersTable.find(transaction.db, { realm_id: realm.id, id: userId })
    if (!user) throw badRequest('No such user')
    if (!(await deleteTwoFactor(transaction.db, ownerOf(user)))) throw notOn()
    transaction.announce(twoFactorChanged(user))
    await endSessionsOf(transaction, user)
    await mailTwoFactorNotice(chat, transaction, { realm, user }, 'removed')
  })
  const about = { realmId: realm.id, userId, removedBy: administrator?.id ?? 'operator' }
  chat.log.warn(about, 'the two-factor authentication of a user was removed')
}

/** The owner learns of every change, also of those that a thief makes. */
async function mailTwoFactorNotice(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  { realm, user }: Actor,
  change: keyof typeof happened,
): Promise<void> {
  await recordAccount(transaction, user, `two_factor_${change}`)
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
