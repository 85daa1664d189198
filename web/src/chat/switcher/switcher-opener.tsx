import { lazy, Suspense, useState } from 'react'
import { useCommand } from '../shortcuts/commands.ts'
import { keepTyping, takeTyped } from './typed-ahead.ts'

const Switcher = lazy(async () => ({ default: (await import('./switcher.tsx')).Switcher }))

/** Loads the switcher when it is first wanted. What is typed meanwhile goes into its field. */
export function SwitcherOpener() {
  const [open, setOpen] = useState(false)
  function close() {
    takeTyped()
    setOpen(false)
  }
  useCommand('switchPlace', () => {
    if (!open) keepTyping(close)
    setOpen(true)
  })
  if (!open) return null
  return (
    <Suspense>
      <Switcher onClose={close} />
    </Suspense>
  )
}
