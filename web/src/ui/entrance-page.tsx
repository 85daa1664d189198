import { type ReactNode, useEffect } from 'react'
import styles from './entrance-page.module.css'

/** The layout of pages before sign-in: signing in, accepting an invitation, choosing a password, errors. */
export function EntrancePage({
  title,
  intro,
  icon,
  children,
}: {
  title: string
  intro?: ReactNode
  /** of the organization */
  icon?: string | undefined
  children: ReactNode
}) {
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <img
          className={styles.icon}
          src={icon ? ownAddress(icon) : '/switchboard.svg'}
          alt=""
          width={48}
          height={48}
        />
        <h1>{title}</h1>
        {intro && <div className={styles.intro}>{intro}</div>}
        {children}
      </div>
    </main>
  )
}

/** Pictures may only come from the host of the page, which may have several names. */
function ownAddress(url: string): string {
  const { pathname, search } = new URL(url, location.href)
  return pathname + search
}
