import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    profile_fields: ProfileFieldsTable
    profile_values: ProfileValuesTable
  }
}

export interface ProfileFieldsTable {
  realm_id: number
  id: number
  name: string
  /** 1 short text, 2 long text, 3 choice, 4 date, 5 URL, 6 person, 7 external account, 8 pronouns */
  type: number
  hint: string
  field_data: string
  sort_order: number
  /** 1: clients ask people to fill it in */
  required: number
  /** 0: only administrators change it */
  editable_by_user: number
}

export interface ProfileValuesTable {
  realm_id: number
  user_id: number
  field_id: number
  value: string
  /** null: this type of field is not rendered */
  rendered_value: string | null
}

export const profileFieldsTable = table('profile_fields', ['realm_id', 'id'], {
  orderBy: ['sort_order', 'id'],
})

export const profileValuesTable = table('profile_values', ['realm_id', 'user_id', 'field_id'])
