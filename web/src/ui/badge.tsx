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

/** A count; renders nothing for zero. `label` says what is counted, for screen readers. */
export function CountBadge({ count, label, muted }: { count: number; label?: string; muted?: boolean }) {
  if (count === 0) return null
  return (
    <span className={classNames(styles.count, muted && styles.muted)}>
      {count > 999 ? '999+' : count}
      {label && <span className="visually-hidden"> {label}</span>}
    </span>
  )
}
