import type { Message } from '@switchboard/client/chat'
import type { RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { openHash, useNarrowHash } from '../narrows/route.ts'
import { markNarrowRead, setTopicPolicy } from '../pane-header/conversation-actions.ts'
import { useCommand } from '../shortcuts/commands.ts'
import { MUTED, UNMUTED } from '../state/chat-state.ts'
import { conversationOf } from '../state/conversation.ts'
import { selectedMessage } from '../state/message-selection.ts'
import { conversationOfNarrow } from '../state/narrow.ts'
import { isTopicMuted } from '../state/unread.ts'
import { useWorkspace } from '../state/workspace.ts'
import { rowIndex } from './build-rows.ts'
import { HEADER_HEIGHT } from './stuck-header.ts'
import type { LoadedRows } from './use-loaded-rows.ts'

interface CommandInput {
  virtualizer: RefObject<VirtualizerHandle | null>
  loaded: LoadedRows
}

/** The keyboard commands of a message list. */
export function useListCommands({ virtualizer, loaded }: CommandInput): void {
  const { rows, list, isMixed } = loaded
  const { messages, state } = useWorkspace()
  const hashOf = useNarrowHash()

  function select(index: number): void {
    const row = rows[index]
    if (!row) return
    selectedMessage.set(row.id)
    scrollToShow(virtualizer.current, index, isMixed ? HEADER_HEIGHT : 0)
    // It may be drawn only now.
    requestAnimationFrame(() => focusMessage(row.id))
  }
  /** Without a selection, start at the edge of the screen. */
  function step(by: 1 | -1): void {
    const id = selectedMessage.get()
    const shown = virtualizer.current
    if (!shown) return
    if (id !== undefined) {
      select(rowIndex(rows, id) + by)
      return
    }
    const edge = by === 1 ? shown.scrollOffset : shown.scrollOffset + shown.viewportSize - 1
    select(Math.min(shown.findItemIndex(edge), rows.length - 1))
  }
  async function goToEdge(side: 'oldest' | 'newest'): Promise<void> {
    const isLoaded = side === 'oldest' ? list.foundOldest : list.foundNewest
    if (isLoaded) return select(side === 'oldest' ? 0 : rows.length - 1)
    await messages.open(list.narrow, side)
    const ids = messages.list(list.key)?.ids
    selectedMessage.set(side === 'oldest' ? ids?.[0] : ids?.at(-1))
  }
  function selected(): Message | undefined {
    const id = selectedMessage.get()
    return id === undefined ? undefined : messages.get(id)
  }
  const me = () => state.get().me.userId
  const conversation = () => {
    const message = selected()
    return conversationOfNarrow(list.narrow) ?? (message && conversationOf(message, me()))
  }

  useCommand('nextMessage', () => step(1))
  useCommand('previousMessage', () => step(-1))
  useCommand('firstMessage', () => void goToEdge('oldest'))
  useCommand('lastMessage', () => void goToEdge('newest'))
  useCommand('narrowToTopic', () => {
    const message = selected()
    if (message) openHash(hashOf(conversationOf(message, me()), message.id))
  })
  useCommand('narrowToStream', () => {
    const message = selected()
    if (!message) return
    const { stream_id: streamId } = message
    const wide =
      streamId === undefined ? ({ kind: 'directs' } as const) : ({ kind: 'stream', streamId } as const)
    openHash(hashOf(wide, message.id))
  })
  useCommand('markConversationRead', () => void markNarrowRead(conversation() ?? list.narrow))
  useCommand('muteTopic', () => {
    const topic = conversation()
    if (topic?.kind !== 'topic') return
    const isStreamMuted = state.get().subscriptions.get(topic.streamId)?.is_muted
    const isMuted = isTopicMuted(state.get(), topic.streamId, topic.topic)
    const unmuted = isStreamMuted ? UNMUTED : 0
    void setTopicPolicy(topic.streamId, topic.topic, isMuted ? unmuted : MUTED)
  })
}

/** No farther than needed; `covered` pixels at the upper edge are covered. */
function scrollToShow(view: VirtualizerHandle | null, index: number, covered: number): void {
  const isAbove = view && view.getItemOffset(index) < view.scrollOffset + covered
  view?.scrollToIndex(index, isAbove ? { align: 'start', offset: -covered } : { align: 'nearest' })
}

function focusMessage(id: number): void {
  document.querySelector<HTMLElement>(`[data-message-id="${id}"]`)?.focus({ preventScroll: true })
}
