import { useEffect, useState } from 'react'
import { isMac } from '../../shell/is-mac.ts'
import { isSomethingOpen } from '../../shell/is-something-open.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField } from '../../ui/field.tsx'
import { openHash, useNarrowHash, useRoute } from '../narrows/route.ts'
import type { ChatState } from '../state/chat-state.ts'
import { type Conversation, userIdsOfKey } from '../state/conversation.ts'
import { type Narrow, narrowKey } from '../state/narrow.ts'
import { createStore, useSelected } from '../state/store.ts'
import { isTopicMuted } from '../state/unread.ts'
import { useWorkspace } from '../state/workspace.ts'
import { type CommandName, runCommand, useCommand } from './commands.ts'
import styles from './shortcut-listener.module.css'

/** All of them, in the order in which the sheet shows them. */
const shortcuts: readonly Shortcut[] = [
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

const KEY = 'switchboard-single-keys'

/**
 * Whether single letters work as shortcuts. Users who dictate or hit keys by accident can turn them off (WCAG 2.1.4).
 * Stored in this browser, because it depends on the device.
 */
const singleKeys = createStore(localStorage.getItem(KEY) !== 'off')

const groups: readonly ShortcutGroup[] = ['general', 'places', 'reading', 'writing', 'message']

/** Turns keys into commands, and shows which ones there are. */
export function ShortcutListener() {
  const [open, setOpen] = useState(false)
  useCommand('help', () => setOpen(true))
  useNavigationCommands()
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return open ? <ShortcutSheet onClose={() => setOpen(false)} /> : null
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const target = event.target instanceof HTMLElement ? event.target : document.body
  if (event.key === 'Escape') {
    if (isField(target)) target.blur()
    return
  }
  if (!singleKeys.get() || isField(target) || isSomethingOpen()) return
  const shortcut = shortcutOf(event.key)
  if (!shortcut || (shortcut.inMessages && !isInMessages(target))) return
  if (runCommand(shortcut.command)) event.preventDefault()
}

function isField(element: HTMLElement): boolean {
  if (element.isContentEditable) return true
  if (element instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(element.type)
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
}

/** Arrows in the columns beside move there. */
function isInMessages(target: HTMLElement): boolean {
  return target === document.body || target.closest('main') !== null
}

/** The commands that go somewhere. */
function useNavigationCommands(): void {
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

/** All keys there are. */
function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const on = useSelected(singleKeys, (value) => value)
  return (
    <Dialog title={t.shortcuts.title} size="large" onClose={onClose}>
      <CheckField
        label={t.shortcuts.use}
        hint={t.shortcuts.useHint}
        checked={on}
        onChange={(event) => turnSingleKeys(event.target.checked)}
      />
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group} className={styles.group} aria-labelledby={`shortcuts-${group}`}>
            <h3 id={`shortcuts-${group}`}>{t.shortcuts.groups[group]}</h3>
            <dl>
              {shortcuts
                .filter((shortcut) => shortcut.group === group)
                .map(({ command, keys }) => (
                  <Row key={command} name={t.shortcuts.commands[command]} keys={keys} />
                ))}
              {group === 'general' && <Row name={t.shortcuts.leave} keys={['Escape']} />}
              {group === 'general' && <Row name={t.shortcuts.regions} keys={['F6']} />}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Row({ name, keys }: { name: string; keys: readonly string[] }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key}>{t.shortcuts.keys[key as keyof typeof t.shortcuts.keys] ?? keyName(key)}</kbd>
        ))}
      </dd>
    </div>
  )
}

/** A capital letter is typed with Shift, and looks much like a small one. */
function keyName(key: string): string {
  if (key.startsWith('Control+')) return t.shortcuts.control(key.slice(-1).toUpperCase(), isMac)
  return /^[A-Z]$/.test(key) ? t.shortcuts.shift(key) : key.toUpperCase()
}

function turnSingleKeys(on: boolean): void {
  localStorage.setItem(KEY, on ? 'on' : 'off')
  singleKeys.set(on)
}

interface Waiting {
  key: string
  conversation: Conversation
  /** its oldest unread message */
  first: number
}

/** The conversation to read next: private ones first, then what has waited longest; after the open one, in a circle. */
function nextUnread(state: ChatState, open: Narrow | undefined): Conversation | undefined {
  const waiting = waitingConversations(state)
  const key = open && narrowKey(open)
  const at = waiting.findIndex((one) => one.key === key)
  return waiting[at + 1]?.conversation ?? waiting.find((one) => one.key !== key)?.conversation
}

function waitingConversations(state: ChatState): Waiting[] {
  const waiting: Waiting[] = []
  for (const [key, { ids, topic = '' }] of state.unread.conversations) {
    const first = Math.min(...ids)
    if (key.startsWith('d')) {
      const userIds = userIdsOfKey(key)
      if (userIds.length === 1 && state.mutedUsers.has(userIds[0]!)) continue
      waiting.push({ key, conversation: { kind: 'direct', userIds }, first })
    } else {
      const streamId = Number(key.slice(1, key.indexOf(':')))
      if (isTopicMuted(state, streamId, topic)) continue
      waiting.push({ key, conversation: { kind: 'topic', streamId, topic }, first })
    }
  }
  const isDirect = ({ conversation }: Waiting) => conversation.kind === 'direct'
  return waiting.sort(
    (one, other) => Number(isDirect(other)) - Number(isDirect(one)) || one.first - other.first,
  )
}

type ShortcutGroup = 'general' | 'reading' | 'writing' | 'places' | 'message'

interface Shortcut {
  command: CommandName
  /** As `event.key` says them; any of them will do. `Control+` is the command key on a Mac; the whole app listens to it. */
  keys: readonly string[]
  group: ShortcutGroup
  /** Keys that also scroll or move elsewhere: only while no control outside of the messages has the focus. */
  inMessages?: true
}

function shortcutOf(key: string): Shortcut | undefined {
  return byKey.get(key)
}
