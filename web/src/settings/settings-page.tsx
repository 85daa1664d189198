import { useEffect, useRef } from 'react'
import { openHash } from '../chat/shell/route.ts'
import { useChat } from '../chat/state/workspace.ts'
import { t } from '../texts/texts.ts'
import { SidePage } from '../ui/side-page.tsx'
import styles from './settings-page.module.css'
import { settingsTabs } from './settings-tabs.tsx'

/** The user's own settings. */
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
    <SidePage
      label={t.settings.title}
      pages={tabs.map(({ id, label, icon }) => ({ id, label, icon, href: `#settings/${id}` }))}
      current={current.id}
      choice={{ label: t.settings.title, onChoose: (id) => openHash(`#settings/${id}`) }}
    >
      <div className={styles.content}>
        <h1 ref={heading} tabIndex={-1}>
          {current.label}
        </h1>
        <current.Tab />
      </div>
    </SidePage>
  )
}
