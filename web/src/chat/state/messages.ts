import type { ChatEvent } from '@switchboard/client'
import type { Message } from '@switchboard/client/chat'
import { type ChatInput, type ChatOutput, callChat } from '../../api/chat-api.ts'
import { emptyList, type MessageList, mergeIds, type Place } from './message-list.ts'
import { isGathered, matchesNarrow, type Narrow, narrowKey, termsOf } from './narrow.ts'

/** Around the place where a list is opened, and at each further step. */
const OPEN_BEFORE = 60
const OPEN_AFTER = 60
const STEP = 200
/** Recently opened lists are cached, so that going back is instant. The oldest are evicted. */
const MAX_LISTS = 40

type Page = ChatOutput<'GET /messages'>
type Near = number | 'oldest' | 'newest'

export type Messages = ReturnType<typeof createMessages>

/** Every message that is loaded, and the lists that show them. */
export function createMessages(me: () => number, apply: (event: ChatEvent) => void) {
  const byId = new Map<number, Message>()
  /** In the order in which they were last opened. */
  const lists = new Map<string, MessageList>()
  /** By list, also when it is no longer cached: where the reader left it. */
  const places = new Map<string, Place>()
  const listeners = new Set<() => void>()
  /** Events since the oldest request that is in flight. */
  let journal: ChatEvent[] = []
  let inFlight = 0
  /** By list: which request it came from. Responses that belong to an earlier one are dropped. */
  const origins = new Map<string, symbol>()

  function put(list: MessageList): void {
    lists.set(list.key, list)
    notify()
  }

  function notify(): void {
    for (const listener of [...listeners]) listener()
  }

  function store(messages: readonly Message[]): number[] {
    for (const message of messages) byId.set(message.id, message)
    return messages.map((message) => message.id)
  }

  /** The loaded messages of a narrow: the part of "all messages" up to the newest has no gaps. */
  function seed(narrow: Narrow): readonly number[] {
    const all = lists.get('all')
    if (!all?.foundNewest || narrow.kind === 'all' || narrow.kind === 'search') return []
    // A fast path: there may be very many, and the user is waiting.
    if (narrow.kind === 'topic') {
      const { streamId, topic } = narrow
      const wanted = topic.toLowerCase()
      return all.ids.filter((id) => {
        const { stream_id, subject } = byId.get(id)!
        return stream_id === streamId && (subject === topic || subject.toLowerCase() === wanted)
      })
    }
    return all.ids.filter((id) => matchesNarrow(narrow, byId.get(id)!, me()) === true)
  }

  /**
   * Fetches a page and merges it into its list, unless the list was reopened in the meantime. The response may be older
   * than events that arrived while it was in flight, so those events are applied again to its messages.
   */
  async function fetchInto(
    key: string,
    origin: symbol | undefined,
    query: ChatInput<'GET /messages'>,
    merge: (current: MessageList, page: Page, ids: readonly number[]) => Partial<MessageList>,
  ): Promise<void> {
    const finish = (change: (current: MessageList) => Partial<MessageList>): boolean => {
      const current = lists.get(key)
      if (!current || origins.get(key) !== origin) return false
      put({ ...current, loading: undefined, ...change(current) })
      return true
    }
    const from = journal.length
    inFlight += 1
    try {
      const page = await callChat('GET /messages', { ...query, apply_markdown: true })
      const isWanted = finish((current) => ({
        error: undefined,
        ...merge(current, page, store(page.messages)),
      }))
      if (isWanted) for (const event of journal.slice(from)) apply(event)
    } catch (error) {
      finish(() => ({ error }))
    } finally {
      inFlight -= 1
      if (inFlight === 0) journal = []
    }
  }

  /** Opens at the given message, or where the reader left it; the first time at the first unread message. */
  async function open(narrow: Narrow, near?: Near): Promise<void> {
    const key = narrowKey(narrow)
    const known = lists.get(key)
    lists.delete(key)
    const opened = (known?.opened ?? 0) + 1
    const place = near === undefined ? places.get(key) : undefined
    const start = near ?? place ?? (isGathered(narrow) ? 'newest' : undefined)
    if (known && known.loading !== 'start' && reaches(known, start)) {
      put({ ...known, opened, ...openedAt(known.ids, start), error: undefined })
      return
    }
    const seeded = start === undefined ? seed(narrow) : []
    const list = { ...emptyList(key, narrow), ids: seeded, foundNewest: seeded.length > 0, opened }
    const origin = Symbol(key)
    origins.set(key, origin)
    put({ ...list, ...openedAt(seeded, start) })
    forgetOldLists()
    const query: ChatInput<'GET /messages'> = {
      narrow: termsOf(narrow),
      anchor: typeof start === 'object' ? start.id : (start ?? 'first_unread'),
      num_before: OPEN_BEFORE,
      num_after: OPEN_AFTER,
    }
    await fetchInto(key, origin, query, (current, page, ids) => {
      const joined = touches(ids, current.ids, page.found_newest)
      const all = joined ? mergeIds(ids, current.ids) : ids
      return {
        ids: all,
        foundOldest: page.found_oldest,
        foundNewest: page.found_newest || (joined && current.foundNewest),
        ...openedAt(all, start),
      }
    })
  }

  /** Whether there is no gap between a fetched page and the loaded messages. */
  function touches(page: readonly number[], known: readonly number[], foundNewest: boolean): boolean {
    if (known.length === 0 || foundNewest) return true
    return page.length > 0 && page.at(-1)! >= known[0]!
  }

  /** Whether the place to open at is loaded. */
  function reaches(list: MessageList, start: Near | Place | undefined): boolean {
    if (start === 'oldest') return list.foundOldest
    if (typeof start === 'number') return list.ids.includes(start)
    if (typeof start !== 'object') return list.foundNewest
    return start.hidden === 'end' ? list.foundNewest : list.ids.includes(start.id)
  }

  function openedAt(
    ids: readonly number[],
    start: Near | Place | undefined,
  ): Pick<MessageList, 'anchor' | 'firstUnread'> {
    if (typeof start === 'object') {
      // Unread messages before the place were skipped: going back to them would read what nobody looked at.
      const firstUnread = ids.find((id) => id > start.seenUpTo && isUnread(id))
      if (start.hidden !== 'end') return { anchor: { id: start.id, hidden: start.hidden }, firstUnread }
      return { anchor: anchorAt(firstUnread), firstUnread }
    }
    if (start === 'oldest') return { anchor: anchorAt(ids[0]), firstUnread: undefined }
    if (start !== undefined)
      return { anchor: start === 'newest' ? undefined : { id: start }, firstUnread: undefined }
    const firstUnread = ids.find(isUnread)
    return { anchor: anchorAt(firstUnread), firstUnread }
  }

  const anchorAt = (id: number | undefined) => (id === undefined ? undefined : { id })
  const isUnread = (id: number) => byId.get(id)?.flags.includes('read') === false

  async function loadMore(key: string, side: 'older' | 'newer'): Promise<void> {
    const list = lists.get(key)
    const edge = side === 'older' ? list?.ids[0] : list?.ids.at(-1)
    const done = side === 'older' ? list?.foundOldest : list?.foundNewest
    if (!list || list.loading || done || edge === undefined) return
    put({ ...list, loading: side, error: undefined })
    const query = {
      narrow: termsOf(list.narrow),
      anchor: edge,
      num_before: side === 'older' ? STEP : 0,
      num_after: side === 'newer' ? STEP : 0,
    }
    await fetchInto(key, origins.get(key), query, (current, page, ids) => ({
      ids: mergeIds(current.ids, ids),
      ...(side === 'older' ? { foundOldest: page.found_oldest } : { foundNewest: page.found_newest }),
    }))
  }

  function forgetOldLists(): void {
    for (const key of lists.keys()) {
      if (lists.size <= MAX_LISTS) return
      if (key !== 'all') lists.delete(key)
    }
  }

  return {
    get: (id: number) => byId.get(id),
    list: (key: string) => lists.get(key),
    lists: () => [...lists.values()],
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open,
    /** The reader goes elsewhere, and may come back. */
    leave(key: string, place: Place): void {
      places.set(key, place)
    },
    loadMore,
    store,
    receive(event: ChatEvent): void {
      if (inFlight > 0) journal.push(event)
      apply(event)
    },
    put,
    /** The content is out of date: a component that shows the list opens it again. */
    drop(key: string): void {
      if (lists.delete(key)) notify()
    },
    /** Events were missed: lists are fetched again when they are opened next. */
    forgetLists(): void {
      lists.clear()
    },
    forget(ids: readonly number[]): void {
      for (const id of ids) byId.delete(id)
    },
    /** Replaces messages, and the lists that contain them. */
    change(ids: readonly number[], change: (message: Message) => Message): void {
      const changed = new Set<number>()
      for (const id of ids) {
        const known = byId.get(id)
        const next = known && change(known)
        if (!next || next === known) continue
        byId.set(id, next)
        changed.add(id)
      }
      if (changed.size === 0) return
      for (const list of [...lists.values()]) {
        if (list.ids.some((id) => changed.has(id))) put({ ...list, version: list.version + 1 })
      }
    },
  }
}
