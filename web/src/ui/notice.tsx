import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './notice.module.css'

/** A message in a box. Screen readers announce dangers immediately and others politely. */
export function Notice({
  look = 'info',
  children,
}: {
  look?: 'info' | 'success' | 'warning' | 'danger'
  children: ReactNode
}) {
  return (
    <div className={classNames(styles.notice, styles[look])} role={look === 'danger' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
