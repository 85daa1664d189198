import { ApiError, backOffMs, pause } from '@switchboard/client'
import type { Message } from '@switchboard/client/chat'
import { applyToMessages } from '../state/apply-to-messages.ts'
import { emptyList, type MessageList } from '../state/message-list.ts'
import { createMessages, type Messages } from '../state/messages.ts'
import type { Workspace } from '../state/workspace.ts'
import {
  MAX_STORED_LISTS,
  MAX_STORED_MESSAGES,
  openStoredChat,
  type StoredChat,
  type StoredList,
} from './stored-chat.ts'

/** Changes are collected for this long before they are written. */
const COLLECT_MS = 2000

/** The state is large and changes all the time. */
const STATE_INTERVAL_MS = 60_000

/** Between the requests for views that were stored by an earlier visit. */
const REFRESH_PAUSE_MS = 1000

/**
 * Keeps the copy of the chat that is shown without a network: a second set of message lists, to which every event is
 * applied as to those on the screen, written to the browser's database. Ends with the workspace, or when the copy is
 * deleted.
 */
export async function keepStoredChat(workspace: Workspace, ended: AbortSignal): Promise<void> {
  const stored = await openStoredChat()
  if (ended.aborted) return
  const me = workspace.state.get().me.userId
  const kept: Messages = createMessages(
    () => me,
    (event) => applyToMessages(kept, event, me),
  )
  const mirror = createMirror(workspace.messages, kept)
  const writer = createWriter(workspace, stored, kept, mirror.openedAt)
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    mirror.copy()
    void writer.writeLists().catch(ignore)
  }
  const schedule = () => {
    timer ??= setTimeout(flush, COLLECT_MS)
  }
  const isUsable = (await stored.readState()) !== undefined
  for (const list of isUsable ? (await stored.readLists()).slice(0, MAX_STORED_LISTS) : []) mirror.load(list)
  await stored.write((_, lists) => lists.clear())
  if (ended.aborted) return
  await writer.writeState()

  const stops = [
    workspace.listen((event) => kept.receive(event)),
    kept.subscribe(schedule),
    workspace.messages.subscribe(schedule),
    // Events were missed.
    workspace.generation.subscribe(() => void mirror.refresh(ended)),
  ]
  const stateTimer = setInterval(() => void writer.writeState().catch(ignore), STATE_INTERVAL_MS)
  const onHide = () => {
    if (!document.hidden) return
    flush()
    void writer.writeState().catch(ignore)
  }
  document.addEventListener('visibilitychange', onHide)
  ended.addEventListener('abort', () => {
    for (const stop of stops) stop()
    clearTimeout(timer)
    clearInterval(stateTimer)
    document.removeEventListener('visibilitychange', onHide)
  })
  flush()
  await mirror.refresh(ended)
}

/** Storage is full or forbidden: then there is no copy, or an older one. */
const ignore = () => undefined

/** Fills `kept` from the lists on the screen, and from the copy of the last visit. */
function createMirror(live: Messages, kept: Messages) {
  const openedAt = new Map<string, number>()
  const copied = new Map<string, MessageList>()

  function put(list: MessageList, messages: readonly Message[], foundOldest: boolean): void {
    const ids = kept.store(messages)
    const place = { anchor: undefined, firstUnread: undefined, loading: undefined, error: undefined }
    kept.put({ ...list, ...place, ids, foundOldest })
  }

  return {
    openedAt,
    load({ key, narrow, messages, foundOldest, openedAt: at }: StoredList): void {
      openedAt.set(key, at)
      put(emptyList(key, narrow), messages, foundOldest)
    },
    /** What was opened or loaded on the screen since the last time. */
    copy(): void {
      for (const list of live.lists()) {
        const before = copied.get(list.key)
        if (list === before || list.loading === 'start' || list.error || list.narrow.kind === 'search')
          continue
        copied.set(list.key, list)
        if (list.opened !== before?.opened) openedAt.set(list.key, Date.now())
        const ids = list.ids.slice(-MAX_STORED_MESSAGES)
        const messages = ids.map((id) => live.get(id)).filter((message) => message !== undefined)
        put(list, messages, list.foundOldest && ids.length === list.ids.length)
      }
      const there = [...openedAt].filter(([key]) => kept.list(key) !== undefined)
      for (const [key] of there.sort(([, one], [, other]) => other - one).slice(MAX_STORED_LISTS)) {
        openedAt.delete(key)
        kept.drop(key)
      }
    },
    /** Only the server knows what became of messages while nobody was listening. */
    async refresh(ended: AbortSignal): Promise<void> {
      for (const { key, narrow } of kept.lists()) {
        if (live.list(key)) continue
        for (let attempt = 0; ; attempt += 1) {
          await pause(REFRESH_PAUSE_MS + (attempt && backOffMs(attempt)), ended)
          const list = kept.list(key)
          if (ended.aborted || !list) break
          kept.put({ ...list, foundNewest: false })
          await kept.open(narrow, 'newest')
          const error = kept.list(key)?.error
          if (error instanceof ApiError && error.isFinal) kept.drop(key)
          if (!error) break
        }
      }
    },
  }
}

/** Writes what changed since the last time. */
function createWriter(
  { state, connection }: Workspace,
  stored: StoredChat,
  kept: Messages,
  openedAt: ReadonlyMap<string, number>,
) {
  const written = new Map<string, MessageList>()
  return {
    async writeState(): Promise<void> {
      if (connection.get() === 'online' && stored.isOpen()) await stored.writeState(state.get(), Date.now())
    },
    async writeLists(): Promise<void> {
      const lists = kept.lists()
      const keys = new Set(lists.map(({ key }) => key))
      // A list that is being loaded again, or could not be, stays as it was written.
      const changed = lists.filter((list) => !list.loading && !list.error && written.get(list.key) !== list)
      const gone = [...written.keys()].filter((key) => !keys.has(key))
      if (changed.length + gone.length === 0) return
      await stored.write((_, store) => {
        for (const key of gone) store.delete(key)
        for (const list of changed) store.put(recordOf(list, kept, openedAt.get(list.key) ?? 0))
      })
      for (const key of gone) written.delete(key)
      for (const list of changed) written.set(list.key, list)
    },
  }
}

function recordOf(list: MessageList, kept: Messages, openedAt: number): StoredList {
  const { key, narrow, ids } = list
  const newest = ids.slice(-MAX_STORED_MESSAGES)
  return {
    key,
    narrow,
    openedAt,
    foundOldest: list.foundOldest && newest.length === ids.length,
    messages: newest.map((id) => kept.get(id)).filter((message) => message !== undefined),
  }
}
