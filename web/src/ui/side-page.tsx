import type { ReactNode } from 'react'
import { SelectField } from './field.tsx'
import { listKeys } from './list-keys.ts'
import nav from './side-nav.module.css'
import styles from './side-page.module.css'

interface SidePageProps {
  /** The name of the navigation, above its pages. */
  label: string
  pages: readonly { id: string; label: string; icon: ReactNode; href: string }[]
  /** The id of the open page; undefined: there is no such page. */
  current: string | undefined
  /** On a phone, a list to choose from. */
  choice: { label: string; none?: string; onChoose: (id: string) => void }
  children: ReactNode
}

/** Pages with a navigation at their side, or above them on a phone. */
export function SidePage({ label, pages, current, choice, children }: SidePageProps) {
  return (
    <div className={styles.page}>
      <nav className={styles.nav} aria-label={label}>
        <p className={nav.title}>{label}</p>
        <ul ref={listKeys}>
          {pages.map(({ id, label: name, icon, href }) => (
            <li key={id}>
              <a className={nav.link} href={href} aria-current={id === current ? 'page' : undefined}>
                {icon}
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.choice}>
        <SelectField
          label={choice.label}
          hideLabel
          value={current ?? ''}
          onChange={(event) => choice.onChoose(event.target.value)}
        >
          {current === undefined && <option value="">{choice.none}</option>}
          {pages.map(({ id, label: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      {/* A new element for each page, so that it starts at the top. */}
      <div key={current} className={styles.content}>
        {children}
      </div>
    </div>
  )
}
