import { Menu, Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './app-bar.module.css'
import { isMac } from './is-mac.ts'
import { openSwitcher } from './open-switcher.ts'

interface AppBarProps {
  /** The organization, with a link to the start page of the app. */
  name: string
  icon: string | null | undefined
  home: string
  /** On a phone, a button opens the navigation of the app. */
  menu: { label: string; open: boolean; waiting: boolean; onToggle: () => void }
  children: ReactNode
}

/** The bar at the top, the same in both apps: the organization, and what an app has to offer. */
export function AppBar({ name, icon, home, menu, children }: AppBarProps) {
  return (
    <header className={styles.bar}>
      <span className={styles.onPhone}>
        <IconButton
          label={menu.label}
          className={classNames(menu.waiting && !menu.open && styles.waiting)}
          aria-expanded={menu.open}
          onClick={menu.onToggle}
        >
          {menu.open ? <X /> : <Menu />}
        </IconButton>
      </span>
      <a className={styles.name} href={home} aria-label={name}>
        <img src={icon || '/switchboard.svg'} alt="" width={28} height={28} />
        <strong>{name}</strong>
      </a>
      {children}
    </header>
  )
}

/** The right end of the bar. */
export function AppBarEnd({ children }: { children: ReactNode }) {
  return <div className={styles.end}>{children}</div>
}

/** Looks like a search field, and opens the switcher. */
export function SwitcherButton() {
  return (
    <button type="button" className={styles.button} onClick={() => openSwitcher()}>
      <Search aria-hidden="true" />
      <span className={styles.text}>{t.switcher.title}</span>
      <kbd className={styles.key}>{t.shortcuts.control('K', isMac)}</kbd>
    </button>
  )
}
