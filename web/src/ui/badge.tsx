import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'

/** A word about the state of something. */
export function Badge({
  look = 'plain',
  children,
}: {
  look?: 'plain' | 'accent' | 'success' | 'warning' | 'danger'
  children: ReactNode
}) {
  return <span className={classNames(styles.badge, styles[look])}>{children}</span>
}

const MAX_SHOWN = 99

/** A count as badges, the title of the tab and its icon show it. */
export const cappedCount = (count: number) => (count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count))

interface CountBadgeProps {
  count: number
  /** What is counted, for screen readers. */
  label?: string
  muted?: boolean
  /** Messages that mention the user have a colour of their own. */
  look?: 'mention'
}

/** A count; renders nothing for zero. */
export function CountBadge({ count, label, muted, look }: CountBadgeProps) {
  if (count === 0) return null
  return (
    <span className={classNames(styles.count, muted && styles.muted, look && styles[look])}>
      {look === 'mention' && <span aria-hidden="true">@</span>}
      {cappedCount(count)}
      {label && <span className="visually-hidden"> {label}</span>}
    </span>
  )
}
