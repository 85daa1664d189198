import type { Chat, Db } from '../../chat.ts'
import type { Actor } from '../../identity/users/user.ts'
import { listRealmEmoji } from './realm-emoji-store.ts'
import { viewRealmEmoji } from './realm-emoji-view.ts'

export const listEmoji = async ({ database }: Chat, { realm }: Actor) => ({
  emoji: viewRealmEmoji(await listRealmEmoji(database.read, realm.id)),
})

/** What register tells. */
export const initialEmoji = async ({ db, actor }: { db: Db; actor: Actor }) => ({
  realm_emoji: viewRealmEmoji(await listRealmEmoji(db, actor.realm.id)),
})
