import type { Message } from '@switchboard/client/chat'
import { useState } from 'react'
import type { MessageList } from '../state/message-list.ts'
import type { Messages } from '../state/messages.ts'
import { isGathered } from '../state/narrow.ts'
import type { PendingMessage } from '../state/pending-message.ts'
import { useChat, useWorkspace } from '../state/workspace.ts'
import { buildPendingRows, buildRows, type PendingRow, type Row } from './build-rows.ts'
import { pixelsBelow, type ScrollView } from './visible-rows.ts'

/** In pixels: fetch the next page when the edge of the loaded messages is this close. */
const FETCH_AHEAD = 1500

interface LoadedInput {
  readonly list: MessageList
  readonly pending: readonly PendingMessage[]
  /** The message that the link names. */
  readonly near: number | undefined
  readonly me: number
}

/** What is loaded of a narrow, as rows, and how the rows differ from the previous ones. */
export interface LoadedRows extends LoadedInput {
  /** Whether messages of several conversations are shown. */
  readonly isMixed: boolean
  readonly rows: readonly Row[]
  /** The rows, followed by the messages that the server does not have yet. */
  readonly items: readonly (Row | PendingRow)[]
  readonly change: RowsChange | 'none'
  readonly previousRows: readonly Row[]
  /** The newest message of the narrow was found, or is no longer loaded. */
  readonly endChanged: boolean
}

export function useLoadedRows(list: MessageList, pending: readonly PendingMessage[], near?: number) {
  const { messages } = useWorkspace()
  const me = useChat((state) => state.me.userId)
  const [loaded, setLoaded] = useState(() => loadRows({ list, pending, near, me }, messages.get))
  if (loaded.list === list && loaded.pending === pending && loaded.near === near) return loaded
  const next = loadRows({ list, pending, near, me }, messages.get, loaded)
  setLoaded(next)
  return next
}

export function loadRows(
  input: LoadedInput,
  messageOf: (id: number) => Message | undefined,
  previous?: LoadedRows,
): LoadedRows {
  const { list, pending, me } = input
  const { ids, narrow, foundOldest, foundNewest } = list
  const isMixed = narrow.kind !== 'topic' && narrow.kind !== 'direct'
  const firstUnread = isGathered(narrow) ? undefined : list.firstUnread
  const rows = buildRows({ ids, messageOf, isMixed, firstUnread, foundOldest }, previous?.rows)
  const items = pending.length === 0 ? rows : [...rows, ...buildPendingRows({ rows, pending, me, isMixed })]
  const previousRows = previous?.rows ?? rows
  const isSame = rows === previousRows && items.length === previous?.items.length
  return {
    ...input,
    isMixed,
    rows,
    items,
    change: isSame ? 'none' : changeOf(previousRows, rows),
    previousRows,
    endChanged: previous?.list.foundNewest !== foundNewest,
  }
}

/** Fetches the next page before the reader reaches the edge. After an error, the reader decides when to retry. */
export function loadAhead(messages: Messages, list: MessageList, view: ScrollView): void {
  if (list.error) return
  if (view.scrollOffset < FETCH_AHEAD) void messages.loadMore(list.key, 'older')
  if (pixelsBelow(view) < FETCH_AHEAD) void messages.loadMore(list.key, 'newer')
}

export function retryLoading(messages: Messages, list: MessageList, view: ScrollView | null): void {
  const isNearStart = (view?.scrollOffset ?? 0) < FETCH_AHEAD
  void messages.loadMore(list.key, isNearStart ? 'older' : 'newer')
}

type RowsChange = 'prepended' | 'appended' | 'other'

/** Where rows were added: at the start, at the end, or elsewhere (or at both). Changed rows count as appended. */
export function changeOf(before: readonly Row[], rows: readonly Row[]): RowsChange {
  const [first, last] = [before[0], before.at(-1)]
  if (!first || !last) return 'appended'
  const added = rows.length - before.length
  if (added >= 0 && rows[0]?.id === first.id && rows[before.length - 1]?.id === last.id) return 'appended'
  if (added > 0 && rows[added]?.id === first.id && rows.at(-1)?.id === last.id) return 'prepended'
  return 'other'
}
