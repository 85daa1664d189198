import { secondsOf } from '../../../platform/clock.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Actor } from '../users/user.ts'
import { isOver, type Session } from './session.ts'
import { viewSession } from './session-view.ts'
import { sessionsTable } from './sessions-table.ts'

export async function listOwnSessions(
  chat: ChatPlatform,
  { realm, user }: Actor,
  current: Session | undefined,
) {
  const rows = await sessionsTable.list(chat.database.read, { realm_id: realm.id, user_id: user.id })
  const now = secondsOf(chat.clock)
  return rows.filter((row) => !isOver(row, now)).map((row) => viewSession(row, current))
}
