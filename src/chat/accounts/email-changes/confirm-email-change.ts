import type { Identity } from '../../identity/identity.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { User } from '../../identity/users/user.ts'
import { usedOrExpired } from '../invalid-link.ts'
import { changeEmail } from './change-email.ts'
import { limitEmailChangeLookups } from './email-change-limits.ts'
import { emailChangesTable } from './email-changes-table.ts'
import { openEmailChange } from './open-email-change.ts'

/** The link proves that the user owns the address, which now becomes the account's. Sessions and the API key stay. */
export async function confirmEmailChange(
  chat: Identity,
  realm: Realm | undefined,
  given: { token: string; address: string },
): Promise<User> {
  await limitEmailChangeLookups(chat, given.address)
  await openEmailChange(chat, chat.database.read, realm, given.token)
  return chat.transact(realm!.id, async (transaction) => {
    const { db } = transaction
    const { change, user } = await openEmailChange(chat, db, realm, given.token)
    if ((await emailChangesTable.removeWhere(db, { token_hash: change.token_hash })) === 0)
      throw usedOrExpired()
    return changeEmail(chat, transaction, user, change.new_email)
  })
}
