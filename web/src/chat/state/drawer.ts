import type { RefObject } from 'react'
import { createStore } from './store.ts'

export type Drawer = 'left' | 'right' | undefined

/** Which of the outer columns lies over the middle. Only on narrow screens are they drawers at all. */
export const drawer = createStore<Drawer>(undefined)

/** As in chat-view.module.css. */
const drawerWidths = { left: '(max-width: 50rem)', right: '(max-width: 75rem)' } as const

function isDrawer(side: 'left' | 'right'): boolean {
  return matchMedia(drawerWidths[side]).matches
}

/** Gives the focus to something in a column, and opens it first when it is a drawer. */
export function focusInDrawer(side: 'left' | 'right', element: RefObject<HTMLElement | null>): void {
  if (isDrawer(side)) drawer.set(side)
  // By then it is visible.
  requestAnimationFrame(() => element.current?.focus())
}

/** Closes the drawer when the window becomes wide enough for columns. */
export function watchDrawerWidths(): () => void {
  const queries = Object.entries(drawerWidths).map(([side, query]) => ({ side, media: matchMedia(query) }))
  const close = () => {
    for (const { side, media } of queries) {
      if (drawer.get() === side && !media.matches) drawer.set(undefined)
    }
  }
  for (const { media } of queries) media.addEventListener('change', close)
  return () => {
    for (const { media } of queries) media.removeEventListener('change', close)
  }
}
