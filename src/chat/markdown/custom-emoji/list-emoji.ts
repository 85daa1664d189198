import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { viewRealmEmoji } from './realm-emoji-events.ts'
import { listRealmEmoji } from './realm-emoji-store.ts'

export const listEmoji = async ({ database }: ChatPlatform, { realm }: Actor) => ({
  emoji: viewRealmEmoji(await listRealmEmoji(database.read, realm.id)),
})

/** For register. */
export const initialEmoji = async ({ db, actor }: { db: Db; actor: Actor }) => ({
  realm_emoji: viewRealmEmoji(await listRealmEmoji(db, actor.realm.id)),
})
