import { secondsOf } from '../../../platform/clock.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { User } from '../users/user.ts'
import { isOver, type Session } from './session.ts'
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
