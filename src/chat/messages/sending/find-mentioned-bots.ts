import type { Db } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { findUsers } from '../../identity/users/user-store.ts'
import { GENERIC_BOT } from '../../people/bots/bot.ts'
import { isOpenTo } from '../../streams/stream-access.ts'
import type { Destination } from './message-to-write.ts'

/**
 * Generic bots that a message to a public stream mentions. They receive it without a subscription, so that a bot can be
 * called from anywhere.
 */
export async function findMentionedBots(
  db: Db,
  realm: Realm,
  destination: Destination,
  mentioned: readonly number[],
): Promise<number[]> {
  if (destination.kind === 'private' || destination.stream.invite_only === 1 || mentioned.length === 0)
    return []
  const users = await findUsers(db, realm.id, mentioned)
  return users
    .filter(
      (user) =>
        user.bot_type === GENERIC_BOT &&
        user.is_system === 0 &&
        user.is_active === 1 &&
        isOpenTo({ realm, user }, destination.stream),
    )
    .map((user) => user.id)
}
