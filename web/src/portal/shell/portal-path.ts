import { type MouseEvent, useSyncExternalStore } from 'react'

const BASE = '/portal'
const listeners = new Set<() => void>()

addEventListener('popstate', () => {
  for (const listener of listeners) listener()
})

/** The parts of the address behind /portal: ['extensions', '1001']. */
export function usePortalPath(): readonly string[] {
  const path = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => location.pathname,
  )
  return path.slice(BASE.length).split('/').filter(Boolean).map(decodeURIComponent)
}

export function portalAddress(...parts: string[]): string {
  return [BASE, ...parts.map(encodeURIComponent)].join('/')
}

export function openPortalPath(...parts: string[]): void {
  history.pushState(null, '', portalAddress(...parts))
  for (const listener of listeners) listener()
}

/** The attributes of a link within the portal: a real address, and no new page. */
export function linkTo(...parts: string[]) {
  return {
    href: portalAddress(...parts),
    onClick(event: MouseEvent) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      openPortalPath(...parts)
    },
  }
}
