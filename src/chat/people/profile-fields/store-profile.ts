import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { User } from '../../identity/users/user.ts'
import { profileFieldsChanged } from '../user-events.ts'
import { storeValue } from './change-profile.ts'
import { type ProfileFieldsTable, profileFieldsTable } from './profile-fields-table.ts'

/** Without an acting administrator, for creating whole organizations. */
export function createProfileField(
  chat: ChatPlatform,
  realm: Realm,
  field: Pick<ProfileFieldsTable, 'name' | 'type' | 'hint'>,
): Promise<number> {
  return chat.transact(realm.id, async (transaction) => {
    const id = await transaction.next('profile_fields')
    await profileFieldsTable.insert(transaction.db, {
      realm_id: realm.id,
      id,
      ...field,
      field_data: '',
      sort_order: id,
      required: 0,
      editable_by_user: 1,
    })
    transaction.announce(
      profileFieldsChanged(await profileFieldsTable.list(transaction.db, { realm_id: realm.id })),
    )
    return id
  })
}

export function setProfileValue(
  chat: ChatPlatform,
  user: User,
  fieldId: number,
  value: string,
): Promise<void> {
  return chat.transact(user.realm_id, async (transaction) => {
    const field = await profileFieldsTable.find(transaction.db, { realm_id: user.realm_id, id: fieldId })
    if (!field) throw badRequest(`Field id ${fieldId} not found.`)
    await storeValue(transaction, user, field, value)
  })
}
