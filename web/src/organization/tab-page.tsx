import type { ReactNode } from 'react'
import styles from './tab-page.module.css'

/** A tab of the organization: its name, what can be done, and its contents. */
export function TabPage({
  title,
  intro,
  actions,
  children,
}: {
  title: string
  intro?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div>
          <h1>{title}</h1>
          {intro && <p>{intro}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** A group of things within a tab. */
export function TabCard({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={styles.card}>
      {title && <h2>{title}</h2>}
      {children}
    </section>
  )
}

/** Buttons and fields beside each other. */
export function TabRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
