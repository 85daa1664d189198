import { checkFullName } from '../accounts/create-user.ts'
import type { Db } from '../chat.ts'
import { badRequest } from '../chat-error.ts'
import { isBot } from '../identity/users/user.ts'
import { findUsersByName } from '../identity/users/user-store.ts'

/** Two bots of one name could not be told apart where they are mentioned. `except`: the one that is to have it. */
export async function checkBotName(
  db: Db,
  realmId: number,
  fullName: string,
  except?: number,
): Promise<string> {
  checkFullName(fullName)
  const name = fullName.trim()
  const taken = await findUsersByName(db, realmId, [name.toLowerCase()])
  if (taken.some((user) => isBot(user) && user.id !== except)) throw badRequest('Name is already in use!')
  return name
}
