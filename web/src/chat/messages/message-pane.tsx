import { ArrowDown, CloudOff } from 'lucide-react'
import {
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { messageOf } from '../../api/api-failure.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/progress.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { requestCompose } from '../compose/compose-request.ts'
import { openedPictures } from '../message-content/opened-overlays.ts'
import { PaneHeader } from '../pane-header/pane-header.tsx'
import { OpenedProfile } from '../profile-card/profile-card.tsx'
import { conversationKey } from '../state/conversation.ts'
import type { MessageList } from '../state/message-list.ts'
import { newestVisible, selectedMessage } from '../state/message-selection.ts'
import {
  conversationOfNarrow,
  isGathered,
  isShownIn,
  type Narrow,
  narrowIcon,
  narrowKey,
} from '../state/narrow.ts'
import type { PendingMessage } from '../state/outbox.ts'
import { useChat, useConnection, useMessageList, usePending, useWorkspace } from '../state/workspace.ts'
import { rowIndex } from './build-rows.ts'
import { ListContext } from './list-context.ts'
import styles from './message-pane.module.css'
import { MessageRow } from './message-row.tsx'
import { PendingMessageRow } from './pending-message-row.tsx'
import { StickyHeader } from './sticky-header.tsx'
import { useListCommands } from './use-list-commands.ts'
import { type ListScroll, useListScroll } from './use-list-scroll.ts'
import { type LoadedRows, retryLoading, useLoadedRows } from './use-loaded-rows.ts'
import { type ScrollView, topRow, visibleUnread } from './visible-rows.ts'

const PictureViewer = lazy(async () => ({
  default: (await import('./picture-viewer.tsx')).PictureViewer,
}))

/** Messages that scroll past faster than this were not read. */
const LOOKED_AT_MS = 250

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
      <OpenedPicture />
    </ListContext>
  )
}

function Messages({ narrow, near }: { narrow: Narrow; near: number | undefined }) {
  const { messages, storedAt } = useWorkspace()
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
      if (storedAt !== undefined)
        return (
          <EmptyState icon={<CloudOff />} title={t.messages.notStored}>
            {t.messages.notStoredText}
          </EmptyState>
        )
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

/** What would be here, and how to begin. */
function EmptyNarrow({ narrow }: { narrow: Narrow }) {
  const { title, text } = t.messages.empty[narrow.kind]
  const Icon = narrowIcon(narrow)
  const conversation = conversationOfNarrow(narrow)
  const write = conversation && (
    <Button onClick={() => requestCompose({ conversation })}>{t.messages.writeFirst}</Button>
  )
  return (
    <EmptyState icon={<Icon />} title={title} action={write}>
      {text}
    </EmptyState>
  )
}

/** Messages sent to this narrow that are not in its list yet. */
function usePendingOf(narrow: Narrow): readonly PendingMessage[] {
  const all = usePending()
  const list = useMessageList(narrow)
  const { messages } = useWorkspace()
  return useMemo(() => {
    // They are shown at the end, so the end must be loaded, unless nothing could be loaded at all.
    if (!list || (list.ids.length > 0 && !list.foundNewest)) return []
    return all.filter(
      (pending) =>
        isShownIn(narrow, pending.conversation) &&
        (pending.serverId === undefined || !messages.get(pending.serverId)),
    )
  }, [all, list, messages, narrow])
}

interface MessageViewProps {
  list: MessageList
  pending: readonly PendingMessage[]
  near: number | undefined
}

/** The messages of a narrow. Only those on and near the screen are rendered. */
function MessageView({ list, pending, near }: MessageViewProps) {
  const { messages } = useWorkspace()
  const virtualizer = useRef<VirtualizerHandle>(null)
  const scroller = useRef<HTMLElement>(null)
  const loaded = useLoadedRows(list, pending, near)
  const { rows, items } = loaded
  const scroll = useListScroll({ virtualizer, scroller, loaded })
  useMarkVisibleRead({ view: virtualizer, loaded, scroll })
  useNewestVisible({ view: virtualizer, loaded, scroll })
  useListCommands({ virtualizer, loaded })
  const selected = useSyncExternalStore(selectedMessage.subscribe, selectedMessage.get)
  const kept = selected === undefined ? -1 : rowIndex(rows, selected)
  return (
    <div className={styles.frame}>
      <section
        ref={scroller}
        className={styles.scroller}
        aria-label={t.messages.list}
        aria-busy={list.loading !== undefined}
        // The keyboard scrolls it, unless a message has the focus.
        tabIndex={kept < 0 ? 0 : -1}
      >
        {loaded.isMixed && (
          <StickyHeader {...{ scroller, rows }} view={virtualizer} position={scroll.position} />
        )}
        <div className={styles.space} />
        <Virtualizer
          ref={virtualizer}
          data={items}
          shift={loaded.change === 'prepended'}
          {...(kept >= 0 && { keepMounted: [kept] })}
          onScroll={scroll.measure}
          onResize={scroll.onResize}
        >
          {(item) =>
            'pending' in item ? (
              <PendingMessageRow key={item.pending.localId} row={item} />
            ) : (
              <MessageRow key={item.id} row={item} />
            )
          }
        </Virtualizer>
      </section>
      {(list.loading || Boolean(list.error)) && (
        <div className={styles.above} role={list.error ? 'alert' : 'status'}>
          {list.error ? messageOf(list.error) : <Spinner />}
          {list.error ? (
            <Button
              size="small"
              look="quiet"
              onClick={() => retryLoading(messages, list, virtualizer.current)}
            >
              {t.ui.tryAgain}
            </Button>
          ) : (
            t.ui.loading
          )}
        </div>
      )}
      {scroll.isAway && (
        <div className={styles.below}>
          <Button
            icon={<ArrowDown />}
            look={scroll.newBelow > 0 ? 'primary' : 'plain'}
            onClick={() => (list.foundNewest ? scroll.goToEnd() : void messages.open(list.narrow, 'newest'))}
          >
            {scroll.newBelow > 0 ? t.messages.newBelow(scroll.newBelow) : t.messages.toNewest}
          </Button>
        </div>
      )}
    </div>
  )
}

interface VisibleInput {
  view: RefObject<ScrollView | null>
  loaded: LoadedRows
  scroll: ListScroll
}

/** Marks messages as read once their end was on the screen of a focused window. */
function useMarkVisibleRead({ view, loaded, scroll }: VisibleInput): void {
  const { reading } = useWorkspace()
  const { position } = scroll
  const isReading = !isGathered(loaded.list.narrow)

  /** Returns whether to look again: the list is still scrolling to its anchor. */
  const markVisible = useEffectEvent((): boolean => {
    if (!view.current || !document.hasFocus()) return false
    if (position.get().target !== undefined) scroll.measure()
    if (position.get().target !== undefined) return true
    reading.markRead(visibleUnread(view.current, loaded.rows))
    return false
  })

  useEffect(() => {
    if (!isReading) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = () => {
      timer ??= setTimeout(mark, LOOKED_AT_MS)
    }
    const mark = () => {
      timer = undefined
      if (markVisible()) schedule()
    }
    schedule()
    const unsubscribe = position.subscribe(schedule)
    addEventListener('focus', schedule)
    return () => {
      unsubscribe()
      removeEventListener('focus', schedule)
      clearTimeout(timer)
    }
  }, [isReading, position])
}

/** Says which message is the last one on the screen, once the list is where it should be. */
function useNewestVisible({ view, loaded: { rows }, scroll: { position } }: VisibleInput): void {
  useEffect(() => {
    const update = () => {
      if (view.current && position.get().target === undefined)
        newestVisible.set(topRow(view.current, rows)?.seenUpTo)
    }
    update()
    const unsubscribe = position.subscribe(update)
    return () => {
      unsubscribe()
      newestVisible.set(undefined)
    }
  }, [view, rows, position])
}

/** Who is typing in the conversation that is open. */
function TypingLine({ narrow }: { narrow: Narrow }) {
  const conversation = conversationOfNarrow(narrow)
  const key = conversation && conversationKey(conversation)
  const writers = useChat((state) => (key === undefined ? undefined : state.typing.get(key)))
  const people = useChat((state) => state.people)
  const muted = useChat((state) => state.mutedUsers)
  const [now, setNow] = useState(Date.now())
  const shown = [...(writers ?? [])].filter(([id, until]) => until > now && !muted.has(id))
  const next = Math.min(...shown.map(([, until]) => until))
  // There may be no event when a writer goes away, so each entry expires.
  useEffect(() => {
    if (!Number.isFinite(next)) return
    const timer = setTimeout(() => setNow(Date.now()), next - Date.now())
    return () => clearTimeout(timer)
  }, [next])
  const names = shown.map(([id]) => people.get(id)?.full_name ?? t.messages.unknownPerson)
  return (
    <p className={styles.line} role="status">
      {names.length > 0 && t.messages.writing(names)}
    </p>
  )
}

function OpenedPicture() {
  const opened = useSyncExternalStore(openedPictures.subscribe, openedPictures.get)
  if (!opened) return null
  return (
    <Suspense>
      <PictureViewer {...opened} onClose={() => openedPictures.set(undefined)} />
    </Suspense>
  )
}
