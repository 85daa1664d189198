import type { ReactNode } from 'react'
import styles from './section-page.module.css'

/** A page of the portal or of the administration: its name, what can be done, and its contents. */
export function SectionPage({
  title,
  intro,
  actions,
  wide,
  children,
}: {
  title: string
  intro?: ReactNode
  actions?: ReactNode
  /** Uses the whole width: for a list beside the open item. */
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={wide ? styles.wide : styles.page}>
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

/** A group of things within a page. */
export function Card({
  title,
  actions,
  children,
}: {
  title?: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.card}>
      {title && (
        <header className={styles.cardHeader}>
          <h2>{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}

/** A part of a page that needs no heading. */
export function Part({
  intro,
  actions,
  children,
}: {
  intro?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      {intro && <p className={styles.intro}>{intro}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
      {children}
    </>
  )
}

/** Fields in two columns where there is room. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>
}
