import type { CommandName } from './commands.ts'

export type ShortcutGroup = 'general' | 'reading' | 'writing' | 'places' | 'message'

export interface Shortcut {
  command: CommandName
  /** As `event.key` says them; any of them will do. `Control+` is the command key on a Mac; the whole app listens to it. */
  keys: readonly string[]
  group: ShortcutGroup
  /** Keys that also scroll or move elsewhere: only while no control outside of the messages has the focus. */
  inMessages?: true
}

/** All of them, in the order in which the sheet shows them. */
export const shortcuts: readonly Shortcut[] = [
  { command: 'help', keys: ['?'], group: 'general' },
  { command: 'search', keys: ['/'], group: 'general' },
  { command: 'switchPlace', keys: ['Control+k'], group: 'general' },
  { command: 'filterStreams', keys: ['q'], group: 'general' },
  { command: 'filterPeople', keys: ['w'], group: 'general' },
  { command: 'browseStreams', keys: ['b'], group: 'general' },
  { command: 'settings', keys: [','], group: 'general' },
  { command: 'nextMessage', keys: ['j', 'ArrowDown'], group: 'reading', inMessages: true },
  { command: 'previousMessage', keys: ['k', 'ArrowUp'], group: 'reading', inMessages: true },
  { command: 'firstMessage', keys: ['g', 'Home'], group: 'reading', inMessages: true },
  { command: 'lastMessage', keys: ['G', 'End'], group: 'reading', inMessages: true },
  { command: 'nextUnreadConversation', keys: ['n'], group: 'reading' },
  { command: 'markConversationRead', keys: ['R'], group: 'reading' },
  { command: 'compose', keys: ['c'], group: 'writing' },
  { command: 'composeDirect', keys: ['x'], group: 'writing' },
  { command: 'replyToSelected', keys: ['r'], group: 'writing' },
  { command: 'quoteSelected', keys: ['>'], group: 'writing' },
  { command: 'inbox', keys: ['I'], group: 'places' },
  { command: 'allMessages', keys: ['a'], group: 'places' },
  { command: 'directMessages', keys: ['p', 'P'], group: 'places' },
  { command: 'mentions', keys: ['m'], group: 'places' },
  { command: 'starredMessages', keys: ['f'], group: 'places' },
  { command: 'narrowToStream', keys: ['s'], group: 'places' },
  { command: 'narrowToTopic', keys: ['S'], group: 'places' },
  { command: 'muteTopic', keys: ['M'], group: 'places' },
  { command: 'editSelected', keys: ['e'], group: 'message' },
  { command: 'starSelected', keys: ['*'], group: 'message' },
  { command: 'reactToSelected', keys: ['+'], group: 'message' },
  { command: 'historyOfSelected', keys: ['H'], group: 'message' },
  { command: 'copyLinkToSelected', keys: ['L'], group: 'message' },
  { command: 'deleteSelected', keys: ['Delete'], group: 'message' },
]

const byKey = new Map(shortcuts.flatMap((shortcut) => shortcut.keys.map((key) => [key, shortcut] as const)))

export function shortcutOf(key: string): Shortcut | undefined {
  return byKey.get(key)
}
