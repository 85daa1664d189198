import { secondsOf } from '../../../platform/clock.ts'
import { generateToken } from '../../../platform/secrets/secrets.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { User } from '../../identity/users/user.ts'
import { passwordResetsTable } from './password-resets-table.ts'

/** A link to set a new password, once. It gives full access to the account. */
export async function createPasswordLink(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  realm: Realm,
  user: User,
  { lifetimeSeconds, provesEmail }: { lifetimeSeconds: number; provesEmail: boolean },
): Promise<{ id: number; link: string }> {
  const token = generateToken()
  const id = await transaction.next('password_resets')
  await passwordResetsTable.insert(transaction.db, {
    realm_id: realm.id,
    id,
    user_id: user.id,
    token_hash: chat.secrets.hash(token),
    expires_at: secondsOf(chat.clock) + lifetimeSeconds,
    proves_email: provesEmail ? 1 : 0,
  })
  return { id, link: `${realmUri(chat.config.publicUrl, realm)}/reset-password/${token}` }
}
