import { useEffect, useState } from 'react'
import { isSomethingOpen } from '../../shell/is-something-open.ts'
import { runCommand, useCommand } from './commands.ts'
import { shortcutOf } from './shortcut-keys.ts'
import { ShortcutSheet } from './shortcut-sheet.tsx'
import { singleKeys } from './single-keys.ts'
import { useNavigationCommands } from './use-navigation-commands.ts'

/** Turns keys into commands, and shows which ones there are. */
export function ShortcutListener() {
  const [open, setOpen] = useState(false)
  useCommand('help', () => setOpen(true))
  useNavigationCommands()
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return open ? <ShortcutSheet onClose={() => setOpen(false)} /> : null
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const target = event.target instanceof HTMLElement ? event.target : document.body
  if (event.key === 'Escape') {
    if (isField(target)) target.blur()
    return
  }
  if (!singleKeys.get() || isField(target) || isSomethingOpen()) return
  const shortcut = shortcutOf(event.key)
  if (!shortcut || (shortcut.inMessages && !isInMessages(target))) return
  if (runCommand(shortcut.command)) event.preventDefault()
}

function isField(element: HTMLElement): boolean {
  if (element.isContentEditable) return true
  if (element instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(element.type)
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
}

/** Arrows in the columns beside move there. */
function isInMessages(target: HTMLElement): boolean {
  return target === document.body || target.closest('main') !== null
}
