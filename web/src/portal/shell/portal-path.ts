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
  open(portalAddress(...parts))
}

/** Replaces the address, so that going back does not lead here again. */
export function openStartPage(): void {
  history.replaceState(null, '', portalAddress('overview'))
  for (const listener of listeners) listener()
}

function open(address: string): void {
  history.pushState(null, '', address)
  for (const listener of listeners) listener()
}

/** A part of the address behind `?`, which a list takes its first filter from. */
export const portalFilter = (name: string) => new URLSearchParams(location.search).get(name)

/** The attributes of a link within the portal: a real address, and no new page. */
export const linkTo = (...parts: string[]) => linkToAddress(portalAddress(...parts))

/** The same for a list that shows only some of its rows. */
export const linkToFiltered = (filter: Record<string, string>, ...parts: string[]) =>
  linkToAddress(`${portalAddress(...parts)}?${new URLSearchParams(filter)}`)

function linkToAddress(address: string) {
  return {
    href: address,
    onClick(event: MouseEvent) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      open(address)
    },
  }
}
