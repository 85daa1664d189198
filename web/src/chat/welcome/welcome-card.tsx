import { Hash, PenLine, Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useChat } from '../state/workspace.ts'
import styles from './welcome-card.module.css'

/** What a new person needs to know: what streams are, how to write, where settings are. */
export function WelcomeCard({ onDismiss }: { onDismiss: () => void }) {
  const organization = useChat((state) => state.realm.name)
  const texts = t.welcome
  return (
    <section className={styles.card} aria-labelledby="welcome-title">
      <h2 id="welcome-title">{texts.title(organization)}</h2>
      <ul className={styles.points}>
        <Point icon={<Hash />} text={texts.streams}>
          <a href="#streams">{texts.toStreams}</a>
        </Point>
        <Point icon={<PenLine />} text={texts.write} />
        <Point icon={<Settings />} text={texts.settings}>
          <a href="#settings">{texts.toSettings}</a>
        </Point>
      </ul>
      <Button look="primary" size="small" onClick={onDismiss}>
        {texts.dismiss}
      </Button>
    </section>
  )
}

function Point({ icon, text, children }: { icon: ReactNode; text: string; children?: ReactNode }) {
  return (
    <li className={styles.point}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span>
        {text} {children}
      </span>
    </li>
  )
}
