import type { Narrow } from '../narrows/narrow.ts'
import { NotificationPrompt } from '../notifications/notification-prompt.tsx'
import { DirectSection } from './direct-section.tsx'
import { PeopleSection } from './people-section.tsx'
import styles from './sidebar.module.css'
import { StreamSection } from './stream-section.tsx'
import { ViewLinks } from './view-links.tsx'

/** The navigation of the chat. */
export function Sidebar({ narrow }: { narrow: Narrow | undefined }) {
  return (
    <div className={styles.sidebar}>
      <ViewLinks narrow={narrow} />
      <StreamSection narrow={narrow} />
      <DirectSection narrow={narrow} />
      <PeopleSection narrow={narrow} />
      <NotificationPrompt />
    </div>
  )
}
