import type { Identity } from '../../identity/identity.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { User } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { userChanged } from '../../people/user-events.ts'
import { announceAvatar } from '../announce-avatar.ts'
import { usedOrExpired } from '../invalid-link.ts'
import { passwordResetsTable } from '../password-resets/password-resets-table.ts'
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
    const { new_email: email } = change
    const changed = { email, email_key: email.toLowerCase(), email_proven: 1 }
    await usersTable.update(db, user, changed)
    // Password reset links went to the old address, which may now belong to someone else.
    await passwordResetsTable.removeWhere(db, { realm_id: user.realm_id, user_id: user.id })
    const after = { ...user, ...changed }
    transaction.announce(userChanged(after, { new_email: after.email, delivery_email: after.email }))
    announceAvatar(transaction, user, after, chat.config.publicUrl)
    return after
  })
}
