import { AtSign, Inbox, MessagesSquare, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { CountBadge } from '../../ui/badge.tsx'
import type { Narrow } from '../narrows/narrow.ts'
import { useNarrowHash } from '../shell/route.ts'
import { unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import styles from './rows.module.css'

/** The views over everything. */
export function ViewLinks({ narrow }: { narrow: Narrow | undefined }) {
  const counts = useChat(unreadCounts)
  const starred = useChat((state) => (state.settings.starred_message_counts ? state.starred.size : 0))
  const open = narrow?.kind
  return (
    <nav aria-label={t.sidebar.views}>
      <ul>
        <ViewLink to={{ kind: 'all' }} open={open} label={t.sidebar.allMessages} unread={counts.total}>
          <Inbox />
        </ViewLink>
        <ViewLink to={{ kind: 'mentioned' }} open={open} label={t.sidebar.mentions} unread={counts.mentions}>
          <AtSign />
        </ViewLink>
        <ViewLink to={{ kind: 'starred' }} open={open} label={t.sidebar.starred} starred={starred}>
          <Star />
        </ViewLink>
        <ViewLink to={{ kind: 'directs' }} open={open} label={t.sidebar.directs} unread={counts.direct}>
          <MessagesSquare />
        </ViewLink>
      </ul>
    </nav>
  )
}

interface ViewLinkProps {
  to: Narrow
  open: Narrow['kind'] | undefined
  label: string
  unread?: number
  starred?: number
  children: ReactNode
}

function ViewLink({ to, open, label, unread = 0, starred = 0, children }: ViewLinkProps) {
  const hashOf = useNarrowHash()
  return (
    <li className={styles.row}>
      <a className={styles.link} href={hashOf(to)} aria-current={to.kind === open ? 'page' : undefined}>
        {children}
        <span className={styles.name}>{label}</span>
        <CountBadge count={unread} label={t.sidebar.unread} />
        <CountBadge count={starred} label={t.sidebar.starredCount} muted />
      </a>
    </li>
  )
}
