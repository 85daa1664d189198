import { t } from '../../texts/texts.ts'
import { CountBadge } from '../../ui/badge.tsx'
import styles from './rows.module.css'

interface RowCountsProps {
  unread: number
  muted?: boolean
  mentions?: number
}

/** The unread messages of a place, and those that mention the user. */
export function RowCounts({ unread, muted = false, mentions = 0 }: RowCountsProps) {
  if (unread === 0) return null
  return (
    <span className={styles.counts}>
      <CountBadge count={mentions} look="mention" label={t.sidebar.mentionCount(mentions)} />
      <CountBadge count={unread} muted={muted} label={muted ? t.sidebar.mutedUnread : t.sidebar.unread} />
    </span>
  )
}
