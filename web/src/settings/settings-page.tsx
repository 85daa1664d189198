import { useEffect, useRef } from 'react'
import { openHash } from '../chat/shell/route.ts'
import { useChat } from '../chat/state/workspace.ts'
import { t } from '../texts/texts.ts'
import { SelectField } from '../ui/field.tsx'
import styles from './settings-page.module.css'
import { settingsTabs } from './settings-tabs.tsx'

/** The user's own settings. The tabs are at the side, or above on narrow screens. */
export function SettingsPage({ path }: { path: readonly string[] }) {
  const isGuest = useChat((state) => state.me.isGuest)
  const tabs = settingsTabs().filter((tab) => !(isGuest && tab.notForGuests))
  const current = tabs.find((tab) => tab.id === path[0]) ?? tabs[0]!
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(current.id)
  // Another tab starts at its top, also for screen readers.
  useEffect(() => {
    if (shown.current !== current.id) heading.current?.focus()
    shown.current = current.id
  }, [current.id])
  return (
    <div className={styles.page}>
      <nav className={styles.tabs} aria-label={t.settings.title}>
        <p className={styles.title}>{t.settings.title}</p>
        <ul>
          {tabs.map(({ id, label, icon }) => (
            <li key={id}>
              <a
                className={styles.tab}
                href={`#settings/${id}`}
                aria-current={id === current.id ? 'page' : undefined}
              >
                {icon}
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.content} key={current.id}>
        <div className={styles.choice}>
          <SelectField
            label={t.settings.title}
            hideLabel
            value={current.id}
            onChange={(event) => openHash(`#settings/${event.target.value}`)}
          >
            {tabs.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
        <h1 ref={heading} tabIndex={-1}>
          {current.label}
        </h1>
        <current.Tab />
      </div>
    </div>
  )
}
