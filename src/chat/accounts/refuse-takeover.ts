import { ChatError } from '../chat-error.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import type { User } from '../identity/users/user.ts'

/** The account belongs to somebody whom the administrator behind a directory or provider may not act as. */
export class ProtectedAccount extends ChatError {
  constructor() {
    super('This account owns the phones: only a connection that its owner has set up may open it.', {
      status: 403,
    })
  }
}

/**
 * The administrator who has connected a directory or an identity provider decides who signs in as whom, and at which
 * address. So neither may reach an account that they may not get a link into. `setBy`: the administrator; null: unknown;
 * undefined: the operator.
 */
export async function refuseTakeover(
  { refuseLink, log }: Pick<ChatPlatform, 'refuseLink' | 'log'>,
  setBy: number | null | undefined,
  user: User,
): Promise<void> {
  if (setBy === undefined || (await refuseLink(user.realm_id, setBy, user.id)) === undefined) return
  log.warn({ realmId: user.realm_id, userId: user.id, setBy }, 'a directory may not open this account')
  throw new ProtectedAccount()
}
