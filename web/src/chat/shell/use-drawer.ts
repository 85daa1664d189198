import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useSelected } from '../state/store.ts'
import { type Drawer, drawer, watchDrawerWidths } from './drawer.ts'

/** Which drawer is open. The focus goes into it, Escape closes it, and then the focus is where it was. */
export function useDrawer(columns: Record<'left' | 'right', RefObject<HTMLElement | null>>): Drawer {
  const open = useSelected(drawer, (side) => side)
  const { left, right } = columns
  useEffect(watchDrawerWidths, [])
  // Before anything else that waits for the drawer to be there gives the focus to a part of it.
  useLayoutEffect(() => {
    if (!open) return
    const column = (open === 'left' ? left : right).current
    const before = document.activeElement
    if (!column?.contains(before)) column?.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      drawer.set(undefined)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      if (before instanceof HTMLElement && before !== document.body) before.focus()
    }
  }, [open, left, right])
  return open
}
