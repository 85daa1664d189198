import type { ReactNode } from 'react'
import styles from './tab-row.module.css'

/** Buttons and fields beside each other. */
export function TabRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
