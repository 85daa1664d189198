import { badRequest } from '../chat-error.ts'
import type { Db } from '../chat-platform.ts'
import type { Realm } from '../identity/realms/realm.ts'
import { isGuest, type User } from '../identity/users/user.ts'
import { findUser } from '../identity/users/user-store.ts'
import type { Stream } from '../streams/stream.ts'
import { accessibleAmong } from '../streams/stream-access.ts'

/** Who joins which streams. */
interface Joining {
  people: readonly User[]
  existing: readonly Stream[]
  toCreate: readonly { name: string }[]
}

/**
 * The owner of a bot can read what it reads. So a bot can only join streams that its owner can read or joins with it.
 */
export async function refuseBotsBeyondOwner(
  db: Db,
  realm: Realm,
  { people, existing, toCreate }: Joining,
  isCreatedPrivate: boolean,
): Promise<void> {
  const joining = new Set(people.map(({ id }) => id))
  for (const bot of people) {
    if (bot.bot_owner_id === null || joining.has(bot.bot_owner_id)) continue
    const owner = await findUser(db, realm.id, bot.bot_owner_id)
    if (!owner) continue
    const accessible = await accessibleAmong(db, { realm, user: owner }, existing)
    const beyond = existing.find((stream) => !accessible.has(stream))
    if (beyond) throw beyondOwner(bot, beyond)
    const [created] = toCreate
    if (created && (isCreatedPrivate || isGuest(owner))) throw beyondOwner(bot, created)
  }
}

const beyondOwner = (bot: User, { name }: { name: string }) =>
  badRequest(`The owner of '${bot.email}' cannot read stream '${name}', so the bot cannot be subscribed.`)
