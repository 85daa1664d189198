import type { Db } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { accessStreamById } from '../../streams/stream-access.ts'

/** A stream message leaves the server only if the bot or its owner can read the stream. */
export async function mayLeaveStream(db: Db, bot: Actor, streamId: number): Promise<boolean> {
  if (await accessStreamById(db, bot, streamId)) return true
  const { realm, user } = bot
  const owner =
    user.bot_owner_id === null
      ? undefined
      : await usersTable.find(db, { realm_id: realm.id, id: user.bot_owner_id })
  return (
    owner?.is_active === 1 && (await accessStreamById(db, { realm, user: owner }, streamId)) !== undefined
  )
}
