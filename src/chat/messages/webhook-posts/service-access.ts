import type { Db } from '../../chat.ts'
import type { Actor } from '../../identity/users/user.ts'
import { findUser } from '../../identity/users/user-store.ts'
import { accessStreamById } from '../../streams/stream-access.ts'

/** What is said in a stream leaves the server only for a bot that can read it, or whose owner can. */
export async function mayLeaveStream(db: Db, bot: Actor, streamId: number): Promise<boolean> {
  if (await accessStreamById(db, bot, streamId)) return true
  const { realm, user } = bot
  const owner = user.bot_owner_id === null ? undefined : await findUser(db, realm.id, user.bot_owner_id)
  return (
    owner?.is_active === 1 && (await accessStreamById(db, { realm, user: owner }, streamId)) !== undefined
  )
}
