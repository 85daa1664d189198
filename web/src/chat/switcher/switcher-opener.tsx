import { lazy, Suspense, useState } from 'react'
import { useCommand } from '../shortcuts/commands.ts'

const Switcher = lazy(async () => ({ default: (await import('./switcher.tsx')).Switcher }))

/** Loads the switcher when it is first wanted. */
export function SwitcherOpener() {
  const [open, setOpen] = useState(false)
  useCommand('switchPlace', () => setOpen(true))
  if (!open) return null
  return (
    <Suspense>
      <Switcher onClose={() => setOpen(false)} />
    </Suspense>
  )
}
