import { secondsOf } from '../../../platform/clock.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Actor } from '../users/user.ts'
import { isOver, type Session } from './session.ts'
import { listSessions } from './session-store.ts'
import { viewSession } from './session-view.ts'

export async function listOwnSessions(
  chat: ChatPlatform,
  { realm, user }: Actor,
  current: Session | undefined,
) {
  const rows = await listSessions(chat.database.read, realm.id, user.id)
  const now = secondsOf(chat.clock)
  return rows.filter((row) => !isOver(row, now)).map((row) => viewSession(row, current))
}
