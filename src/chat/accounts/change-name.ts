import type { ChatPlatform, ChatTransaction } from '../chat-platform.ts'
import { isBot, type User } from '../identity/users/user.ts'
import { usersTable } from '../identity/users/users-table.ts'
import { botChanged } from '../people/bots/bot-events.ts'
import { userChanged } from '../people/user-events.ts'
import { announceAvatar } from './announce-avatar.ts'
import { checkFullName } from './create-user.ts'

/** Names need not be unique. Returns the updated account. */
export async function changeName(
  chat: ChatPlatform,
  transaction: ChatTransaction,
  user: User,
  fullName: string,
): Promise<User> {
  checkFullName(fullName)
  const name = fullName.trim()
  if (name === user.full_name) return user
  const changed = { full_name: name, name_key: name.toLowerCase() }
  await usersTable.update(transaction.db, user, changed)
  transaction.announce(userChanged(user, { full_name: name }))
  if (isBot(user)) transaction.announce(botChanged(user, { full_name: name }))
  const after = { ...user, ...changed }
  announceAvatar(transaction, user, after, chat.config.publicUrl)
  return after
}
