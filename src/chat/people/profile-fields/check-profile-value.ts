import { type TSchema, Type } from '@sinclair/typebox'
import { isoDate, readDate } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { Db } from '../../chat-platform.ts'
import { checkValue } from '../../http/check-value.ts'
import { isBot } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { profileFieldTypes } from './profile-field-types.ts'
import type { ProfileFieldsTable } from './profile-fields-table.ts'

const SHORT_LIMIT = 50
const LONG_LIMIT = 500
const ADDRESS_LIMIT = 1000
const PEOPLE_LIMIT = 100

/** Returns the stored format of a valid value. */
export async function checkProfileValue(db: Db, field: ProfileFieldsTable, value: unknown): Promise<string> {
  const { name } = field
  switch (field.type) {
    case profileFieldTypes.LONG_TEXT.id:
      return checkText(name, value, LONG_LIMIT)
    case profileFieldTypes.CHOICE.id:
      return checkChoice(field, value)
    case profileFieldTypes.DATE.id: {
      const text = checkText(name, value, SHORT_LIMIT)
      if (!isDay(text)) throw badRequest(`${name} is not a date`)
      return text
    }
    case profileFieldTypes.URL.id: {
      const text = checkText(name, value, ADDRESS_LIMIT)
      if (!isWebAddress(text)) throw badRequest(`${name} is not a URL`)
      return text
    }
    case profileFieldTypes.USER.id:
      return checkPeople(db, field.realm_id, value)
    default:
      return checkText(name, value, SHORT_LIMIT)
  }
}

/** For links that people click: no `javascript:`, and nothing that browsers parse differently. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#]/i.test(text) && !/[\s<>"]/.test(text) && URL.canParse(text)
}

function checkText(name: string, value: unknown, limit: number): string {
  return checked(Type.String({ maxLength: limit }), value, name) as string
}

function checkChoice(field: ProfileFieldsTable, value: unknown): string {
  const choice = checked(Type.String(), value, field.name) as string
  if (!choicesOf(field).includes(choice)) {
    throw badRequest(`'${choice}' is not a valid choice for '${field.name}'.`)
  }
  return choice
}

export const choicesOf = (field: ProfileFieldsTable): string[] =>
  field.field_data === '' ? [] : Object.keys(JSON.parse(field.field_data))

async function checkPeople(db: Db, realmId: number, value: unknown): Promise<string> {
  const ids = checked(Type.Array(Type.Integer(), { maxItems: PEOPLE_LIMIT }), value, 'User IDs') as number[]
  const users = new Map(
    (await usersTable.list(db, { realm_id: realmId, id: ids })).map((user) => [user.id, user]),
  )
  for (const id of ids) {
    const user = users.get(id)
    if (!user || user.is_system) throw badRequest(`Invalid user ID: ${id}`)
    if (!user.is_active) throw badRequest(`User with ID ${id} is deactivated`)
    if (isBot(user)) throw badRequest(`User with ID ${id} is a bot`)
  }
  return JSON.stringify([...new Set(ids)])
}

function checked(schema: TSchema, value: unknown, name: string): unknown {
  const complaint = checkValue(schema, value, name)
  if (complaint !== undefined) throw badRequest(complaint)
  return value
}

/** `2026-02-30` would be parsed as a day in March. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = readDate(`${text}T00:00:00Z`)
  return time !== undefined && isoDate(time).startsWith(text)
}
