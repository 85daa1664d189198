import { lazy, Suspense, useState } from 'react'
import { dismissWelcome, isWelcomeOffered } from '../../ui/welcome-flag.ts'

const WelcomeCard = lazy(async () => ({ default: (await import('./welcome-card.tsx')).WelcomeCard }))

/** Shown once to people who have just joined, until they dismiss it. */
export function Welcome() {
  const [offered, setOffered] = useState(isWelcomeOffered)
  if (!offered) return null
  function dismiss() {
    dismissWelcome()
    setOffered(false)
  }
  return (
    <Suspense>
      <WelcomeCard onDismiss={dismiss} />
    </Suspense>
  )
}
