import type { MouseEvent } from 'react'
import { CountBadge } from './badge.tsx'
import styles from './link-tabs.module.css'

interface LinkTab {
  label: string
  current: boolean
  /** Of a link: see linkTo of the portal. */
  link: { href: string; onClick: (event: MouseEvent) => void }
  count?: number
}

/** The pages of a section, beside each other. They are links: each has an address. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label}>
      <ul className={styles.tabs}>
        {tabs.map(({ label: text, current, link, count = 0 }) => (
          <li key={text}>
            <a {...link} className={styles.tab} aria-current={current ? 'page' : undefined}>
              {text}
              <CountBadge count={count} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
