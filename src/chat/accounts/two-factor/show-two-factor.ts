import type { ChatPlatform } from '../../chat-platform.ts'
import { recoveryCodesTable } from '../../identity/second-factor/two-factor-tables.ts'
import type { Actor } from '../../identity/users/user.ts'
import { findConfirmedFactor } from './use-second-factor.ts'

export async function showTwoFactor(
  chat: ChatPlatform,
  { user }: Actor,
): Promise<{ enabled: boolean; recovery_codes_left: number }> {
  const factor = await findConfirmedFactor(chat.database.read, user)
  const left = factor
    ? await recoveryCodesTable.count(chat.database.read, {
        realm_id: factor.realm_id,
        user_id: factor.user_id,
      })
    : 0
  return { enabled: factor !== undefined, recovery_codes_left: left }
}
