import type { ReactNode } from 'react'
import { DateTime } from '../../ui/date-time.tsx'
import styles from './written-list.module.css'

interface WrittenEntryProps {
  title: string
  /** UNIX seconds */
  at?: number
  content: string
  note?: ReactNode
  /** Buttons. */
  children: ReactNode
}

/** One of several texts that were put aside: where it belongs, when, how it begins, and what can be done with it. */
export function WrittenEntry({ title, at, content, note, children }: WrittenEntryProps) {
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {at !== undefined && (
          <span className={styles.time}>
            <DateTime at={new Date(at * 1000).toISOString()} />
          </span>
        )}
      </div>
      <p className={styles.excerpt}>{content}</p>
      {note}
      <div className={styles.actions}>{children}</div>
    </li>
  )
}
