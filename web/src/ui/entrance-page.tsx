import type { ReactNode } from 'react'
import styles from './entrance-page.module.css'

/** The layout of pages before sign-in: signing in, accepting an invitation. */
export function EntrancePage({
  title,
  intro,
  children,
}: {
  title: string
  intro?: ReactNode
  children: ReactNode
}) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <img src="/switchboard.svg" alt="" width={48} height={48} />
        <h1>{title}</h1>
        {intro && <p className={styles.intro}>{intro}</p>}
        {children}
      </div>
    </main>
  )
}
