import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { t } from '../../texts/texts.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { selectedMessage } from '../message-actions/message-selection.ts'
import { Lightbox } from '../message-content/lightbox.tsx'
import { type Narrow, narrowKey } from '../narrows/narrow.ts'
import { PaneHeader } from '../pane-header/pane-header.tsx'
import { OpenedProfile } from '../profile-card/profile-card.tsx'
import { useChat, useConnection, useMessageList, useWorkspace } from '../state/workspace.ts'
import { TypingLine } from '../typing/typing-line.tsx'
import { EmptyNarrow } from './empty-narrow.tsx'
import { ListContext } from './list-context.ts'
import styles from './message-pane.module.css'
import { MessageView } from './message-view.tsx'
import { usePendingOf } from './use-pending-of.ts'

/** The middle column of the chat: a narrow and its messages. */
export function MessagePane({ narrow, near }: { narrow: Narrow; near: number | undefined }) {
  return (
    <ListContext value={narrow}>
      <div className={styles.pane}>
        <PaneHeader narrow={narrow} />
        <Messages key={narrowKey(narrow)} narrow={narrow} near={near} />
        <TypingLine narrow={narrow} />
      </div>
      <OpenedProfile />
      <Lightbox />
    </ListContext>
  )
}

function Messages({ narrow, near }: { narrow: Narrow; near: number | undefined }) {
  const { messages } = useWorkspace()
  const streamId = narrow.kind === 'stream' || narrow.kind === 'topic' ? narrow.streamId : undefined
  const isKnown = useChat((state) => streamId === undefined || state.streams.has(streamId))
  const list = useMessageList(narrow)
  const pending = usePendingOf(narrow)
  const isOpened = useOpened(narrow, near, isKnown, list === undefined)
  const connection = useConnection()
  const isMissing = list?.error !== undefined && list.ids.length === 0
  const onOnline = useEffectEvent(() => {
    if (isMissing) void messages.open(narrow, near)
  })
  useEffect(() => {
    if (connection === 'online') onOnline()
  }, [connection])
  // After navigation, only the message that the link names is selected.
  useEffect(() => selectedMessage.set(near), [near])
  if (!isKnown) return <EmptyState title={t.messages.noSuchStream}>{t.messages.noSuchStreamText}</EmptyState>
  if (!list || !isOpened) return <LoadingState />
  if (list.ids.length === 0) {
    if (list.loading && pending.length === 0) return <LoadingState />
    if (list.error && pending.length === 0) {
      return <ErrorState error={list.error} onRetry={() => void messages.open(narrow, near)} />
    }
    if (pending.length === 0) return <EmptyNarrow narrow={narrow} />
  }
  return <MessageView list={list} pending={pending} near={near} />
}

/** Opens the list before the first paint: messages that are loaded already appear at once. Returns whether it did. */
function useOpened(narrow: Narrow, near: number | undefined, isKnown: boolean, isGone: boolean): boolean {
  const { messages, generation } = useWorkspace()
  const turn = useSyncExternalStore(generation.subscribe, generation.get)
  const wanted = `${narrowKey(narrow)} ${near} ${turn}`
  const [opened, setOpened] = useState<string>()
  useLayoutEffect(() => {
    if (!isKnown || (opened === wanted && !isGone)) return
    setOpened(wanted)
    void messages.open(narrow, near)
  }, [messages, opened, wanted, narrow, near, isKnown, isGone])
  return opened !== undefined
}
