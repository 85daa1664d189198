import { lazy, Suspense, useState } from 'react'
import { dismissWelcome, isWelcomeOffered } from '../../ui/welcome-flag.ts'
import type { Person } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'

const WelcomeCard = lazy(async () => ({ default: (await import('./welcome-card.tsx')).WelcomeCard }))
// Without a network the browser may not have it. The inbox is worth more.
const SetupChecklist = lazy(() =>
  import('./setup-checklist.tsx').then(
    ({ SetupChecklist: Checklist }) => ({ default: Checklist }),
    () => ({ default: () => null }),
  ),
)

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
    const isEarlier = (one: Person) => one.is_admin && !one.is_bot && one.user_id < me.userId
    return me.isAdmin && ![...people.values()].some(isEarlier)
  })
  return <Suspense>{isFirst && <SetupChecklist />}</Suspense>
}
