import { secondsOf } from '../../../platform/clock.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { User } from '../users/user.ts'
import { isOver, SESSION_SECONDS, type Session } from './session.ts'
import { listSessionsUsedSince } from './session-store.ts'
import { viewSession } from './session-view.ts'
import { sessionsTable } from './sessions-table.ts'

/** Where somebody is signed in, most recently used first. */
export async function listSessions(
  chat: ChatPlatform,
  { realm_id, id }: Pick<User, 'realm_id' | 'id'>,
  current: Session | undefined,
) {
  const rows = await sessionsTable.list(chat.database.read, { realm_id, user_id: id })
  const now = secondsOf(chat.clock)
  return rows.filter((row) => !isOver(row, now)).map((row) => viewSession(row, current))
}

/** Where people of an organization are signed in, most recently used first; `userId`: only this person. */
export async function listRealmSessions(
  chat: ChatPlatform,
  realmId: number,
  userId: number | undefined,
  page: { number: number; size: number },
  current: Session | undefined,
) {
  const filter = { userId, since: secondsOf(chat.clock) - SESSION_SECONDS }
  const { items, total } = await listSessionsUsedSince(chat.database.read, realmId, filter, page)
  return { sessions: items.map((row) => ({ user_id: row.user_id, ...viewSession(row, current) })), total }
}
