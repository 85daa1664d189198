import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useSelected } from '../state/store.ts'
import { type Drawer, drawer, watchDrawerWidths } from './drawer.ts'

/** Which drawer is open. It takes the focus; Escape or navigation closes it and gives the focus back. */
export function useDrawer(columns: Record<'left' | 'right', RefObject<HTMLElement | null>>): Drawer {
  const open = useSelected(drawer, (side) => side)
  const { left, right } = columns
  useEffect(watchDrawerWidths, [])
  // Navigation shows the middle column.
  useEffect(() => {
    const close = () => drawer.set(undefined)
    addEventListener('hashchange', close)
    return () => removeEventListener('hashchange', close)
  }, [])
  // A layout effect: code that waits for the drawer may then move the focus to a part of it.
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
