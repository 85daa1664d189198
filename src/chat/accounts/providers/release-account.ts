import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { User } from '../../identity/users/user.ts'
import { openIdIdentitiesTable } from './openid-identities-table.ts'

/**
 * For an account whose person has a new identity at the provider: the next one who signs in with its verified address
 * gets it. Sessions stay.
 */
export async function releaseAccount(chat: ChatPlatform, { realm_id, id, email }: User): Promise<void> {
  const count = await chat.transact(realm_id, ({ db }) =>
    openIdIdentitiesTable.removeWhere(db, { realm_id, user_id: id }),
  )
  if (count === 0) throw badRequest(`Nobody has signed in as ${email} with OpenID Connect.`)
  chat.log.warn({ realmId: realm_id, userId: id }, 'the operator released an account from OpenID Connect')
}
