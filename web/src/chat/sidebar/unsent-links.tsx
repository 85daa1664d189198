import { AlarmClock, CalendarClock, FilePen } from 'lucide-react'
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '../../texts/texts.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { useComposer } from '../compose/composer.ts'
import { DraftsDialog } from '../drafts/drafts-dialog.tsx'
import { RemindersDialog } from '../reminders/reminders-dialog.tsx'
import { ScheduledDialog } from '../scheduled/scheduled-dialog.tsx'
import { openHash, useNarrowHash, useRoute } from '../shell/route.ts'
import { useChat } from '../state/workspace.ts'
import styles from './rows.module.css'

type Opened = 'drafts' | 'scheduled' | 'reminders' | undefined

/** What waits to be sent or remembered. Only what there is takes up room. */
export function UnsentLinks() {
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
      {opened === 'drafts' && <DraftsDialog composer={composer} onClose={close} />}
      {opened === 'scheduled' && <ScheduledDialog composer={composer} onClose={close} />}
      {opened === 'reminders' && <RemindersDialog onClose={close} />}
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
