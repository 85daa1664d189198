import type { Chat } from '../chat.ts'
import { badRequest } from '../chat-error.ts'
import { emptyContext } from '../markdown/markdown-context.ts'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import type { Realm } from '../realms/realm.ts'
import type { User } from '../users/user.ts'
import { profileFieldsChanged, userChanged } from '../users/user-events.ts'
import type { ProfileFieldsTable } from './profile-fields-table.ts'
import { insertProfileField, listProfileFields, storeProfileValue } from './profile-value-store.ts'

/** Short and long text are Markdown. */
const renderedTypes = [1, 2]

export function createProfileField(
  chat: Chat,
  realm: Realm,
  field: Pick<ProfileFieldsTable, 'name' | 'type' | 'hint'>,
): Promise<number> {
  return chat.transact(realm.id, async (transaction) => {
    const id = await transaction.next('profile_fields')
    await insertProfileField(transaction.db, {
      realm_id: realm.id,
      id,
      ...field,
      field_data: '',
      sort_order: id,
    })
    transaction.announce(profileFieldsChanged(await listProfileFields(transaction.db, realm.id)))
    return id
  })
}

export function setProfileValue(chat: Chat, user: User, fieldId: number, value: string): Promise<void> {
  return chat.transact(user.realm_id, async (transaction) => {
    const fields = await listProfileFields(transaction.db, user.realm_id)
    const field = fields.find((candidate) => candidate.id === fieldId)
    if (!field) throw badRequest(`Field id ${fieldId} not found.`)
    const rendered = renderedTypes.includes(field.type) ? renderMarkdown(value, emptyContext).html : null
    await storeProfileValue(transaction.db, {
      realm_id: user.realm_id,
      user_id: user.id,
      field_id: fieldId,
      value,
      rendered_value: rendered,
    })
    const change = { id: fieldId, value, ...(rendered !== null && { rendered_value: rendered }) }
    transaction.announce(userChanged(user, { custom_profile_field: change }))
  })
}
