import { checkFullName } from '../accounts/create-user.ts'
import { badRequest } from '../chat-error.ts'
import type { Db } from '../chat-platform.ts'
import { isBot } from '../identity/users/user.ts'
import { usersTable } from '../identity/users/users-table.ts'

/** Bots with the same name would be ambiguous in mentions. `except`: the bot being named. */
export async function checkBotName(
  db: Db,
  realmId: number,
  fullName: string,
  except?: number,
): Promise<string> {
  checkFullName(fullName)
  const name = fullName.trim()
  const taken = await usersTable.list(db, { realm_id: realmId, name_key: name.toLowerCase(), is_active: 1 })
  if (taken.some((user) => isBot(user) && user.id !== except)) throw badRequest('Name is already in use!')
  return name
}
