import { lazy, Suspense, useState } from 'react'
import { dismissWelcome, isWelcomeOffered } from '../../ui/welcome-flag.ts'
import { useChat } from '../state/workspace.ts'
import styles from './welcome.module.css'

const WelcomeCard = lazy(async () => ({ default: (await import('./welcome-card.tsx')).WelcomeCard }))
const SetupChecklist = lazy(async () => ({
  default: (await import('./setup-checklist.tsx')).SetupChecklist,
}))

/** For people who have just joined, until they dismiss it; for the first administrator, what is left to set up. */
export function Welcome() {
  const [offered, setOffered] = useState(isWelcomeOffered)
  const isFirst = useChat(({ me, people }) => {
    const others = [...people.values()].some((one) => !one.is_bot && one.user_id !== me.userId)
    return me.isAdmin && !others
  })
  function dismiss() {
    dismissWelcome()
    setOffered(false)
  }
  return (
    <Suspense>
      {offered && <WelcomeCard onDismiss={dismiss} />}
      {isFirst && (
        <div className={styles.setup}>
          <SetupChecklist />
        </div>
      )}
    </Suspense>
  )
}
