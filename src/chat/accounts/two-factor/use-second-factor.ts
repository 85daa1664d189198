import { secondsOf } from '../../../platform/clock.ts'
import { findTotpStep } from '../../../platform/totp.ts'
import { ChatError } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { User } from '../../identity/users/user.ts'
import { hashRecoveryCode, readCode } from './recovery-codes.ts'
import { findTwoFactor, useRecoveryCode, useStep } from './two-factor-store.ts'
import type { TwoFactorsTable } from './two-factor-tables.ts'

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

/** The second factor of the account, unless it has none or is still setting it up. */
export async function findConfirmedFactor(
  { database }: ChatPlatform,
  { realm_id, id }: User,
): Promise<TwoFactorsTable | undefined> {
  const factor = await findTwoFactor(database.read, { realm_id, user_id: id })
  return factor?.confirmed_at == null ? undefined : factor
}

/** Uses up a code of the app or a recovery code. Returns false if it is neither, or was used before. */
export function useSecondFactor(
  chat: ChatPlatform,
  user: User,
  factor: TwoFactorsTable,
  code: string,
): Promise<boolean> {
  return chat.transact(user.realm_id, async ({ db }) => {
    const secret = chat.secrets.decrypt(factor.secret_sealed)
    const step = findTotpStep(secret, readCode(code), secondsOf(chat.clock))
    if (step !== undefined) return useStep(db, factor, step)
    return useRecoveryCode(db, factor, hashRecoveryCode(chat, user, code))
  })
}
