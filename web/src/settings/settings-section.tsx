import { type ReactNode, useId } from 'react'
import styles from './settings-section.module.css'

/** Things that belong together within a tab. */
export function SettingsSection({
  title,
  intro,
  actions,
  children,
}: {
  title: string
  intro?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.header}>
        <div>
          <h2 id={id}>{title}</h2>
          {intro && <p className={styles.intro}>{intro}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  )
}

/** Buttons beside each other, at the end of a form. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

/** Fields below each other that stay readable in length. */
export function FieldStack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}
