import { secondsOf } from '../../../platform/clock.ts'
import type { Chat } from '../../chat.ts'
import type { User } from '../users/user.ts'
import { isOver, type Session } from './session.ts'
import { noteSessionSeen } from './session-store.ts'

const WRITTEN_EVERY_SECONDS = 3600

/** The session of the token with this hash and its owner, if it is good. */
export async function findSession(
  chat: Chat,
  hash: string,
): Promise<{ session: Session; user: User } | undefined> {
  const found = await look(chat, hash)
  if (found !== 'outdated') return found
  // Another process may have used it lately, or have changed its owner's key.
  chat.sessionsByHash.invalidate(hash)
  const again = await look(chat, hash)
  return again === 'outdated' ? undefined : again
}

async function look(chat: Chat, hash: string) {
  const session = await chat.sessionsByHash.get(hash)
  if (!session) return undefined
  const user = await chat.usersByKeyHash.get(session.api_key_hash)
  if (!user || isOver(session, secondsOf(chat.clock))) return 'outdated'
  return { session, user }
}

/** It lives on from now. Answers whether that was worth writing down, and so worth telling the browser. */
export async function keepSession(chat: Chat, session: Session): Promise<boolean> {
  const now = secondsOf(chat.clock)
  if (now - session.last_seen < WRITTEN_EVERY_SECONDS) return false
  // First the cached session, so that concurrent requests do not write it, too.
  session.last_seen = now
  await chat.database.write(session.realm_id, { work: ({ db }) => noteSessionSeen(db, session, now) })
  return true
}
