import type { Narrow } from '../narrows/narrow.ts'
import { openHash, useNarrowHash, useRoute } from '../shell/route.ts'
import { useWorkspace } from '../state/workspace.ts'
import { useCommand } from './commands.ts'
import { nextUnread } from './next-unread.ts'

/** The commands that go somewhere. */
export function useNavigationCommands(): void {
  const { state } = useWorkspace()
  const route = useRoute()
  const hashOf = useNarrowHash()
  const narrow = route.page === 'messages' ? route.narrow : undefined
  const open = (to: Narrow) => openHash(hashOf(to))
  useCommand('inbox', () => openHash('#inbox'))
  useCommand('allMessages', () => open({ kind: 'all' }))
  useCommand('directMessages', () => open({ kind: 'directs' }))
  useCommand('mentions', () => open({ kind: 'mentioned' }))
  useCommand('starredMessages', () => open({ kind: 'starred' }))
  useCommand('browseStreams', () => openHash('#streams'))
  useCommand('settings', () => openHash('#settings/profile'))
  useCommand('nextUnreadConversation', () => {
    const next = nextUnread(state.get(), narrow)
    if (next) open(next)
  })
}
