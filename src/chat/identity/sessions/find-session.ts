import { secondsOf } from '../../../platform/clock.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Identity } from '../identity.ts'
import type { User } from '../users/user.ts'
import { isOver, type Session } from './session.ts'
import { noteSessionSeen } from './session-store.ts'

const WRITTEN_EVERY_SECONDS = 3600

/** The session of the token with this hash and its owner, if it is valid. */
export async function findSession(
  chat: Identity,
  hash: string,
): Promise<{ session: Session; user: User } | undefined> {
  const found = await look(chat, hash)
  if (found !== 'outdated') return found
  // Another process may have used it recently, or have changed its owner's key.
  chat.sessionsByHash.invalidate(hash)
  const again = await look(chat, hash)
  return again === 'outdated' ? undefined : again
}

async function look(chat: Identity, hash: string) {
  const session = await chat.sessionsByHash.get(hash)
  if (!session) return undefined
  const user = await chat.usersByKeyHash.get(session.api_key_hash)
  if (!user || isOver(session, secondsOf(chat.clock))) return 'outdated'
  return { session, user }
}

/** Extends the session. Returns whether it was written, so that the caller renews the cookie. */
export async function keepSession(chat: ChatPlatform, session: Session, address: string): Promise<boolean> {
  const now = secondsOf(chat.clock)
  if (now - session.last_seen < WRITTEN_EVERY_SECONDS) return false
  // Update the cached session first, so that concurrent requests do not write it too.
  session.last_seen = now
  await chat.database.write(session.realm_id, {
    work: ({ db }) => noteSessionSeen(db, session, now, address),
  })
  return true
}
