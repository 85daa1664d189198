import type { Chat } from '../../chat.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { User } from '../../identity/users/user.ts'
import { updateUser } from '../../identity/users/user-store.ts'
import { userChanged } from '../../people/user-events.ts'
import { deleteResetsOf } from '../password-resets/password-reset-store.ts'
import { tellOfPicture } from '../tell-of-picture.ts'
import { limitEmailChangeLooks } from './email-change-limits.ts'
import { useEmailChange } from './email-change-store.ts'
import { invalidEmailChange, openEmailChange } from './open-email-change.ts'

/** Whoever has the mail has the address: from now on it is the account's. Sessions and the key stay. */
export async function confirmEmailChange(
  chat: Chat,
  realm: Realm | undefined,
  given: { token: string; address: string },
): Promise<User> {
  await limitEmailChangeLooks(chat, given.address)
  await openEmailChange(chat, chat.database.read, realm, given.token)
  return chat.transact(realm!.id, async (transaction) => {
    const { db } = transaction
    const { change, user } = await openEmailChange(chat, db, realm, given.token)
    if (!(await useEmailChange(db, change))) throw invalidEmailChange()
    const changed = { email: change.new_email, email_key: change.new_email.toLowerCase() }
    await updateUser(db, user.realm_id, user.id, changed)
    // Links to a new password went to the old address, which may be somebody else's by now.
    await deleteResetsOf(db, user.realm_id, user.id)
    const after = { ...user, ...changed }
    transaction.announce(userChanged(after, { new_email: after.email, delivery_email: after.email }))
    tellOfPicture(transaction, user, after, chat.config.publicUrl)
    return after
  })
}
