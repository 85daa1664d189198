import { secondsOf } from '../../../platform/clock.ts'
import { findTotpStep } from '../../../platform/secrets/totp.ts'
import { badRequest, ChatError, tooMany } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction, Db } from '../../chat-platform.ts'
import type { Identity } from '../../identity/identity.ts'
import {
  recoveryCodesTable,
  type TwoFactorsTable,
  twoFactorsTable,
} from '../../identity/second-factor/two-factor-tables.ts'
import type { User } from '../../identity/users/user.ts'
import { hashRecoveryCode, readCode } from './recovery-codes.ts'
import { useStep } from './two-factor-store.ts'

export const twoFactorRequired = () =>
  new ChatError(
    "This account uses two-factor authentication. Send the code of the authenticator app, or a recovery code, as 'code'.",
    { status: 403, code: 'TWO_FACTOR_REQUIRED', extra: { reason: 'two factor required' } },
  )

export const wrongSecondFactor = () =>
  new ChatError('The code is wrong or was used already. Wait for the next one, and try again.', {
    status: 403,
    code: 'AUTHENTICATION_FAILED',
    extra: { reason: 'incorrect_code' },
  })

export const wrongCode = () => badRequest('The code is wrong. Check the time of your device, and try again.')

/** The second factor of the account, unless it has none or is still setting it up. */
export async function findConfirmedFactor(
  db: Db,
  { realm_id, id }: User,
): Promise<TwoFactorsTable | undefined> {
  const factor = await twoFactorsTable.find(db, { realm_id, user_id: id })
  return factor?.confirmed_at == null ? undefined : factor
}

/** Uses up a code of the app or a recovery code. Returns false if it is neither, or was used before. */
export const useSecondFactor = (chat: ChatPlatform, user: User, code: string): Promise<boolean> =>
  chat.transact(user.realm_id, (transaction) => useWithin(chat, transaction, user, code))

/** The same as part of a larger transaction. */
export async function useWithin(
  chat: ChatPlatform,
  { db }: ChatTransaction,
  user: User,
  code: string,
): Promise<boolean> {
  const factor = await findConfirmedFactor(db, user)
  if (!factor) return false
  const secret = chat.secrets.decrypt(factor.secret_sealed)
  const step = findTotpStep(secret, readCode(code), secondsOf(chat.clock))
  if (step !== undefined) return useStep(db, factor, step)
  return recoveryCodesTable.remove(db, {
    realm_id: factor.realm_id,
    user_id: factor.user_id,
    code_hash: hashRecoveryCode(chat, user, code),
  })
}

/**
 * Required besides the password for an API key, which opens the account without a second factor. An account without
 * one has nothing to prove.
 */
export async function proveSecondFactorIfAny(
  chat: Identity,
  user: User,
  code: string | undefined,
): Promise<void> {
  if (!(await findConfirmedFactor(chat.database.read, user))) return
  if (!code) throw twoFactorRequired()
  await limitCodes(chat, user)
  if (!(await useSecondFactor(chat, user, code))) throw wrongCode()
}

/** Codes of a signed-in person, within the window of the sign-in limits: half an hour. */
const MAX_CODES = 10

export async function limitCodes({ signInLimiter, log }: Identity, { realm_id, id }: User): Promise<void> {
  const budget = await signInLimiter.take(`two-factor codes of ${realm_id}:${id}`, MAX_CODES)
  if (budget.allowed) return
  log.warn({ realmId: realm_id, userId: id }, 'two-factor code refused: too many attempts')
  throw tooMany(budget)
}
