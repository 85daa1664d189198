import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { ComposeBox } from '../chat/compose/compose-box.tsx'
import { useComposer } from '../chat/drafts/composer.ts'
import { InboxPage } from '../chat/inbox/inbox-page.tsx'
import { MessageCommands } from '../chat/message-actions/message-commands.tsx'
import { MessagePane } from '../chat/messages/message-pane.tsx'
import { type Route, useNarrowHash, useRoute } from '../chat/narrows/route.ts'
import { RightColumn } from '../chat/right-column/right-column.tsx'
import { ShortcutListener } from '../chat/shortcuts/shortcut-listener.tsx'
import { Sidebar } from '../chat/sidebar/sidebar.tsx'
import { topicKey } from '../chat/state/conversation.ts'
import { destinationKey, destinationOf } from '../chat/state/destination.ts'
import { type Drawer, drawer, watchDrawerWidths } from '../chat/state/drawer.ts'
import { type Narrow, narrowTitle } from '../chat/state/narrow.ts'
import { useSelected } from '../chat/state/store.ts'
import { useChat, useConnection, useWorkspace } from '../chat/state/workspace.ts'
import { useRecordStream } from '../chat/switcher/recent-streams.ts'
import { Welcome } from '../chat/welcome/welcome.tsx'
import { usePageTitle } from '../shell/page-title.ts'
import { t } from '../texts/texts.ts'
import { classNames } from '../ui/class-names.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { use24Hours } from '../ui/hours.ts'
import { Notice } from '../ui/notice.tsx'
import { shortTime } from '../ui/times.ts'
import { EmptyState, LoadingState, useIsOnline } from '../ui/view-states.tsx'
import { TopBar } from './chat-top-bar.tsx'
import styles from './chat-view.module.css'

const SettingsPage = lazy(async () => ({
  default: (await import('../settings/settings-page.tsx')).SettingsPage,
}))
const OrganizationPage = lazy(async () => ({
  default: (await import('../organization/organization-page.tsx')).OrganizationPage,
}))
const StreamsPage = lazy(async () => ({
  default: (await import('../chat/streams/streams-page.tsx')).StreamsPage,
}))

const everything = { kind: 'all' } as const

/** Three columns; on narrow screens the outer ones are drawers over the middle. */
export function ChatView() {
  const route = useRoute()
  const left = useRef<HTMLElement>(null)
  const right = useRef<HTMLElement>(null)
  const open = useDrawer({ left, right })
  const narrow = route.page === 'messages' ? route.narrow : undefined
  const hasOwnNavigation = route.page === 'settings' || route.page === 'organization'
  const beside = route.page === 'inbox' ? everything : narrow
  useRecordStream(narrow)
  useFollowTopic(narrow)
  useChatTitle(narrow)
  return (
    <div className={classNames(styles.frame, hasOwnNavigation && styles.alone)}>
      <TopBar />
      <aside
        ref={left}
        tabIndex={-1}
        inert={open === 'right'}
        className={classNames(styles.left, open === 'left' && styles.open)}
        aria-label={t.sidebar.label}
      >
        <Sidebar narrow={narrow} />
      </aside>
      <main id="main" tabIndex={-1} className={styles.middle} inert={open !== undefined}>
        <StoredNotice />
        <MaintenanceNotice />
        <Welcome />
        <ErrorBoundary key={route.page}>
          <Suspense fallback={<LoadingState />}>
            <Page route={route} />
          </Suspense>
        </ErrorBoundary>
      </main>
      {beside && (
        <aside
          ref={right}
          tabIndex={-1}
          className={classNames(styles.right, open === 'right' && styles.open)}
          aria-label={t.people.label}
        >
          <RightColumn narrow={beside} />
        </aside>
      )}
      {open && (
        <button
          type="button"
          className={styles.veil}
          aria-label={t.sidebar.close}
          onClick={() => drawer.set(undefined)}
        />
      )}
      <ShortcutListener />
      <MessageCommands />
    </div>
  )
}

/** What the operator says while the server refuses requests. */
function MaintenanceNotice() {
  const connection = useConnection()
  if (typeof connection !== 'object') return null
  return (
    <Notice look="warning">
      {t.ui.maintenance}: {connection.maintenance} {t.ui.continues}
    </Notice>
  )
}

/** Without a connection, the chat shows the copy of the last visit. */
function StoredNotice() {
  const { storedAt } = useWorkspace()
  const is24Hours = use24Hours()
  const isOnline = useIsOnline()
  if (storedAt === undefined) return null
  const time = shortTime(storedAt, is24Hours)
  return (
    <Notice look="warning">
      {isOnline ? t.ui.unreachable : `${t.ui.offline}.`} {t.messages.storedAt(time)}
    </Notice>
  )
}

function Page({ route }: { route: Route }) {
  switch (route.page) {
    case 'messages':
      return (
        <>
          <MessagePane narrow={route.narrow} near={route.near} />
          <ComposeBox narrow={route.narrow} />
        </>
      )
    case 'inbox':
      return (
        <>
          <InboxPage />
          <ComposeBox narrow={everything} showsMessages={false} />
        </>
      )
    case 'settings':
      return <SettingsPage path={route.path} />
    case 'organization':
      return <OrganizationPage path={route.path} />
    case 'streams':
      return <StreamsPage path={route.path} />
    case 'unknown':
      return <EmptyState isPage title={t.messages.noSuchPage} />
  }
}

/** Which drawer is open. It takes the focus; Escape or navigation closes it and gives the focus back. */
function useDrawer(columns: Record<'left' | 'right', RefObject<HTMLElement | null>>): Drawer {
  const open = useSelected(drawer, (side) => side)
  const { left, right } = columns
  useEffect(watchDrawerWidths, [])
  // Navigation shows the middle column.
  useEffect(() => {
    const close = () => drawer.set(undefined)
    addEventListener('hashchange', close)
    return () => removeEventListener('hashchange', close)
  }, [])
  // A layout effect: code that waits for the drawer may then move the focus to a part of it.
  useLayoutEffect(() => {
    if (!open) return
    const column = (open === 'left' ? left : right).current
    const before = document.activeElement
    if (!column?.contains(before)) column?.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      drawer.set(undefined)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      if (before instanceof HTMLElement && before !== document.body) before.focus()
    }
  }, [open, left, right])
  return open
}

/** When the open topic gets another name or moves to another stream, its reader goes along, and takes an unsent message along. */
function useFollowTopic(narrow: Narrow | undefined): void {
  const { listen } = useWorkspace()
  const composer = useComposer()
  const hashOf = useNarrowHash()
  useEffect(() => {
    if (narrow?.kind !== 'topic') return
    const key = topicKey(narrow.streamId, narrow.topic)
    return listen((event) => {
      if (event.type !== 'update_message' || event.propagate_mode !== 'change_all') return
      const { stream_id: streamId, orig_subject: old, subject: topic } = event
      if (streamId === undefined || old === undefined || topic === undefined) return
      const moved = { kind: 'topic', streamId: event.new_stream_id ?? streamId, topic } as const
      if (topicKey(streamId, old) !== key || topicKey(moved.streamId, topic) === key) return
      if (destinationKey(composer.store.get().destination) === key) composer.redirect(destinationOf(moved))
      // The old name leads nowhere: it does not stay in the history.
      location.replace(hashOf(moved))
    })
  }, [listen, composer, hashOf, narrow])
}

/** The open page of the chat, for the title of the browser tab. */
function useChatTitle(narrow: Narrow | undefined): void {
  const { page } = useRoute()
  const place = useChat((state) => (narrow ? narrowTitle(narrow, state) : ''))
  usePageTitle(narrow ? place : pageTitle(page))
}

function pageTitle(page: Route['page']): string {
  if (page === 'settings' || page === 'organization' || page === 'streams') return t.notifications[page]
  if (page === 'inbox') return t.inbox.title
  return page === 'unknown' ? t.messages.noSuchPage : ''
}
