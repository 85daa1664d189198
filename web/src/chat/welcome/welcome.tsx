import { lazy, Suspense, useState } from 'react'
import { dismissWelcome, isWelcomeOffered } from '../../ui/welcome-flag.ts'
import { useChat } from '../state/workspace.ts'

const WelcomeCard = lazy(async () => ({ default: (await import('./welcome-card.tsx')).WelcomeCard }))
const SetupChecklist = lazy(async () => ({
  default: (await import('./setup-checklist.tsx')).SetupChecklist,
}))

/** For people who have just joined, until they dismiss it. */
export function Welcome() {
  const [offered, setOffered] = useState(isWelcomeOffered)
  function dismiss() {
    dismissWelcome()
    setOffered(false)
  }
  return <Suspense>{offered && <WelcomeCard onDismiss={dismiss} />}</Suspense>
}

/** For the first administrator: what is left to set up. */
export function Setup() {
  const isFirst = useChat(({ me, people }) => {
    const others = [...people.values()].some((one) => !one.is_bot && one.user_id !== me.userId)
    return me.isAdmin && !others
  })
  return <Suspense>{isFirst && <SetupChecklist />}</Suspense>
}
