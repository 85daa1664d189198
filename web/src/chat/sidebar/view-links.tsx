import { AlarmClock, AtSign, CalendarClock, FilePen, Inbox, MessagesSquare, Rows3, Star } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '../../texts/texts.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { listKeys } from '../../ui/list-keys.ts'
import { useComposer } from '../drafts/composer.ts'
import { openHash, useNarrowHash, useRoute } from '../narrows/route.ts'
import type { Narrow } from '../state/narrow.ts'
import { unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { RowCounts } from '../topics/row-counts.tsx'
import styles from '../topics/rows.module.css'
import { SidebarSection } from './sidebar-section.tsx'

const DraftsDialog = lazy(async () => ({
  default: (await import('../drafts/drafts-dialog.tsx')).DraftsDialog,
}))
const ScheduledDialog = lazy(async () => ({
  default: (await import('../scheduled/scheduled-dialog.tsx')).ScheduledDialog,
}))
const RemindersDialog = lazy(async () => ({
  default: (await import('../reminders/reminders-dialog.tsx')).RemindersDialog,
}))

/** The views over everything. */
export function ViewLinks({ narrow }: { narrow: Narrow | undefined }) {
  const counts = useChat(unreadCounts)
  const starred = useChat((state) => (state.settings.starred_message_counts ? state.starred.size : 0))
  const open = narrow?.kind
  const { page } = useRoute()
  return (
    <SidebarSection
      as="nav"
      name="views"
      title={t.sidebar.views}
      summary={<RowCounts unread={counts.total} mentions={counts.mentions} />}
    >
      <ul ref={listKeys}>
        <PageLink hash="#inbox" isOpen={page === 'inbox'} label={t.inbox.title} unread={counts.total}>
          <Inbox />
        </PageLink>
        <ViewLink to={{ kind: 'all' }} open={open} label={t.sidebar.allMessages} unread={counts.total}>
          <Rows3 />
        </ViewLink>
        <ViewLink
          to={{ kind: 'mentioned' }}
          open={open}
          label={t.sidebar.mentions}
          mentions={counts.mentions}
        >
          <AtSign />
        </ViewLink>
        <ViewLink to={{ kind: 'starred' }} open={open} label={t.sidebar.starred} starred={starred}>
          <Star />
        </ViewLink>
        <ViewLink to={{ kind: 'directs' }} open={open} label={t.sidebar.directs} unread={counts.direct}>
          <MessagesSquare />
        </ViewLink>
        <UnsentLinks />
      </ul>
    </SidebarSection>
  )
}

interface ViewLinkProps extends Omit<PageLinkProps, 'hash' | 'isOpen'> {
  to: Narrow
  open: Narrow['kind'] | undefined
}

function ViewLink({ to, open, ...rest }: ViewLinkProps) {
  const hashOf = useNarrowHash()
  return <PageLink hash={hashOf(to)} isOpen={to.kind === open} {...rest} />
}

interface PageLinkProps {
  hash: string
  isOpen: boolean
  label: string
  unread?: number
  mentions?: number
  starred?: number
  children: ReactNode
}

function PageLink({ hash, isOpen, label, unread = 0, mentions = 0, starred = 0, children }: PageLinkProps) {
  return (
    <li className={styles.row}>
      <a className={styles.link} href={hash} aria-current={isOpen ? 'page' : undefined}>
        {children}
        <span className={styles.name}>{label}</span>
        <CountBadge count={unread} label={t.sidebar.unread} />
        <CountBadge count={mentions} look="mention" label={t.sidebar.unread} />
        <CountBadge count={starred} label={t.sidebar.starredCount} muted />
      </a>
    </li>
  )
}

type Opened = 'drafts' | 'scheduled' | 'reminders' | undefined

/** What waits to be sent or remembered. Only what there is takes up room. */
function UnsentLinks() {
  const composer = useComposer()
  const { store } = composer.drafts
  const { drafts } = useSyncExternalStore(store.subscribe, store.get)
  const scheduled = useChat((state) => state.scheduled.length)
  const reminders = useChat((state) => state.reminders.length)
  const { page } = useRoute()
  const hashOf = useNarrowHash()
  const [opened, setOpened] = useState<Opened>()
  const written = useRef('')
  function open(dialog: Opened) {
    written.current = composer.store.get().draftId
    setOpened(dialog)
  }
  function close() {
    setOpened(undefined)
    const isWriting = composer.store.get().draftId !== written.current
    // A draft is continued where there is a compose box.
    if (isWriting && page !== 'messages' && page !== 'inbox')
      openHash(hashOf(composer.where() ?? { kind: 'all' }))
  }
  return (
    <>
      <UnsentLink label={t.compose.drafts} count={drafts.length} onOpen={() => open('drafts')}>
        <FilePen />
      </UnsentLink>
      <UnsentLink label={t.compose.scheduled} count={scheduled} onOpen={() => open('scheduled')}>
        <CalendarClock />
      </UnsentLink>
      <UnsentLink label={t.reminders.title} count={reminders} onOpen={() => open('reminders')}>
        <AlarmClock />
      </UnsentLink>
      <Suspense>
        {opened === 'drafts' && <DraftsDialog composer={composer} onClose={close} />}
        {opened === 'scheduled' && <ScheduledDialog composer={composer} onClose={close} />}
        {opened === 'reminders' && <RemindersDialog onClose={close} />}
      </Suspense>
    </>
  )
}

interface UnsentLinkProps {
  label: string
  count: number
  onOpen: () => void
  children: ReactNode
}

function UnsentLink({ label, count, onOpen, children }: UnsentLinkProps) {
  if (count === 0) return null
  return (
    <li className={styles.row}>
      <button type="button" className={styles.link} onClick={onOpen}>
        {children}
        <span className={styles.name}>{label}</span>
        <CountBadge count={count} muted />
      </button>
    </li>
  )
}
