import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useCommand } from '../shortcuts/commands.ts'

const Switcher = lazy(async () => ({ default: (await import('./switcher.tsx')).Switcher }))

/** Loads the switcher when it is first wanted. What is typed meanwhile goes into its field. */
export function SwitcherOpener() {
  const [open, setOpen] = useState(false)
  const typed = useRef('')
  useCommand('switchPlace', () => setOpen(true))
  if (!open) return null
  function close() {
    typed.current = ''
    setOpen(false)
  }
  return (
    <Suspense
      fallback={
        <KeyKeeper
          onText={(text) => {
            typed.current += text
          }}
          onEscape={close}
        />
      }
    >
      <Switcher typed={typed} onClose={close} />
    </Suspense>
  )
}

/** Keeps letters from being taken for shortcuts, or for text of the field that has the focus. */
function KeyKeeper({ onText, onEscape }: { onText: (text: string) => void; onEscape: () => void }) {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') onEscape()
      else if (event.key.length === 1) onText(event.key)
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('keydown', keep, { capture: true })
    return () => removeEventListener('keydown', keep, { capture: true })
  }, [onText, onEscape])
  return null
}
