import { lazy, Suspense, useState } from 'react'
import type { Phones } from '../../portal/shell/phones-session.tsx'
import { useSwitcherRequests } from '../../shell/open-switcher.ts'
import { keepTyping, takeTyped } from './typed-ahead.ts'

const Switcher = lazy(async () => ({ default: (await import('./switcher.tsx')).Switcher }))

interface SwitcherOpenerProps {
  hasChat: boolean
  phones: Phones | undefined
}

/** Loads the switcher when it is first wanted. What is typed meanwhile goes into its field. */
export function SwitcherOpener({ hasChat, phones }: SwitcherOpenerProps) {
  const [open, setOpen] = useState(false)
  function close() {
    takeTyped()
    setOpen(false)
  }
  useSwitcherRequests(() => {
    if (!open) keepTyping(close)
    setOpen(true)
  })
  if (!open) return null
  return (
    <Suspense>
      <Switcher hasChat={hasChat} phones={phones} onClose={close} />
    </Suspense>
  )
}
