import { Search } from 'lucide-react'
import { t } from '../texts/texts.ts'
import { isMac } from './is-mac.ts'
import { openSwitcher } from './open-switcher.ts'
import styles from './switcher-button.module.css'

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
