import { AtSign, Inbox, MessagesSquare, Rows3, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { CountBadge } from '../../ui/badge.tsx'
import type { Narrow } from '../narrows/narrow.ts'
import { useNarrowHash, useRoute } from '../shell/route.ts'
import { unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { RowCounts } from './row-counts.tsx'
import styles from './rows.module.css'
import { SidebarSection } from './sidebar-section.tsx'
import { UnsentLinks } from './unsent-links.tsx'

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
      <ul>
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
