import type { ChatState } from '../state/chat-state.ts'
import { unreadCounts } from '../state/unread.ts'

const PERSONAL = 2
const NOTHING = 3

/**
 * What the title and the icon count: everything unread, only direct messages and mentions, or nothing. Texts and faxes
 * are always for the reader.
 */
export function titleCount(state: ChatState, textsAndFaxes: number): number {
  const choice = state.settings.desktop_icon_count_display
  if (choice === NOTHING) return 0
  const counts = unreadCounts(state)
  if (choice !== PERSONAL) return counts.total + textsAndFaxes
  const direct = new Set<number>()
  for (const [key, { ids }] of state.unread.conversations) {
    if (key.startsWith('d')) for (const id of ids) direct.add(id)
  }
  const mentions = [...state.unread.mentions].filter((id) => !direct.has(id))
  return counts.direct + mentions.length + textsAndFaxes
}
