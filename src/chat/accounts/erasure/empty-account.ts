import { secondsOf } from '../../../platform/clock.ts'
import { generateApiKey } from '../../../platform/secrets/secrets.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import { directoryLinksTable } from '../../identity/directories/directory-tables.ts'
import type { User } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { presenceWithdrawn } from '../../people/presence/presence-events.ts'
import { removeValue } from '../../people/profile-fields/change-profile.ts'
import { profileValuesTable } from '../../people/profile-fields/profile-fields-table.ts'
import { userChanged } from '../../people/user-events.ts'
import { membersRemoved } from '../../people/user-groups/user-group-events.ts'
import { userGroupMembersTable } from '../../people/user-groups/user-groups-table.ts'
import { changePersonStatus, noStatus } from '../../people/user-status/change-person-status.ts'
import { personStatusesTable } from '../../people/user-status/person-statuses-table.ts'
import { announceAvatar } from '../announce-avatar.ts'
import { deactivateWithin } from '../deactivate-user.ts'

/** What everybody sees instead of the name. */
export const DELETED_USER = 'Deleted user'

/** Closes the account and takes what everybody sees of it: name, address, picture, profile, status and groups. */
export async function emptyAccount(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  user: User,
): Promise<void> {
  const { db } = transaction
  const theirs = { realm_id: user.realm_id, user_id: user.id }
  for (const { field_id: id } of await profileValuesTable.list(db, theirs))
    await removeValue(transaction, user, id)
  if (await personStatusesTable.exists(db, theirs)) await changePersonStatus(transaction, theirs, noStatus)
  for (const { group_id: groupId } of await userGroupMembersTable.list(db, theirs)) {
    await userGroupMembersTable.remove(db, { ...theirs, group_id: groupId })
    transaction.announce(membersRemoved(groupId, [user.id]))
  }
  // The directory must not open or rename it.
  await directoryLinksTable.removeWhere(db, { realm_id: user.realm_id, kind: 'user', object_id: user.id })
  const after = { ...user, ...emptied(chat, user) }
  await usersTable.update(db, user, after)
  const { email, full_name, timezone } = after
  transaction.announce(userChanged(user, { full_name }))
  transaction.announce(userChanged(after, { new_email: email, delivery_email: email }))
  transaction.announce(userChanged(after, { timezone }))
  announceAvatar(transaction, user, after, chat.config.publicUrl)
  transaction.announce(presenceWithdrawn(after, ['website'], secondsOf(chat.clock)))
  // Announces the account as closed, without the old name.
  await deactivateWithin(transaction, after)
}

function emptied({ secrets }: ChatPlatform, { id }: User) {
  const apiKey = generateApiKey()
  // Nobody can receive mail there (RFC 2606).
  const email = `deleted-user-${id}@deleted.invalid`
  return {
    email,
    email_key: email,
    email_proven: 0,
    full_name: DELETED_USER,
    name_key: DELETED_USER.toLowerCase(),
    short_name: 'deleted-user',
    timezone: '',
    avatar_url: null,
    password_hash: null,
    api_key_hash: secrets.hash(apiKey),
    api_key_sealed: secrets.encrypt(apiKey),
    settings: '{}',
  }
}
