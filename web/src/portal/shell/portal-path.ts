import { type MouseEvent, useSyncExternalStore } from 'react'
import { hasUnsavedChanges } from './unsaved-changes.ts'

const BASE = '/portal'
const listeners = new Set<() => void>()

/** As the app shows it. After a step back, the browser is already elsewhere. */
let shown = addressOfBrowser()
/** Where a person wants to go, who has been asked about unsaved changes. */
let wanted: string | undefined

addEventListener('popstate', () => {
  if (isLoss(location.pathname)) {
    wanted = addressOfBrowser()
    history.pushState(null, '', shown)
  } else shown = addressOfBrowser()
  notify()
})

/** The parts of the address behind /portal: ['extensions', '1001']. */
export function usePortalPath(): readonly string[] {
  const path = useSyncExternalStore(subscribe, () => location.pathname)
  return path.slice(BASE.length).split('/').filter(Boolean).map(decodeURIComponent)
}

export function portalAddress(...parts: string[]): string {
  return [BASE, ...parts.map(encodeURIComponent)].join('/')
}

/** After something was done, such as saving: does not ask about unsaved changes. Everything else is a link. */
export function openPortalPath(...parts: string[]): void {
  open(portalAddress(...parts))
}

/** Replaces the address, so that going back does not lead here again. */
export function openStartPage(): void {
  history.replaceState(null, '', portalAddress('overview'))
  shown = addressOfBrowser()
  notify()
}

/** Whether the person has been asked, and has not answered yet. */
export const useIsLeaving = () => useSyncExternalStore(subscribe, () => wanted !== undefined)

export function answerLeaving(leave: boolean): void {
  const address = wanted
  wanted = undefined
  if (leave && address !== undefined) open(address)
  else notify()
}

function open(address: string): void {
  history.pushState(null, '', address)
  shown = addressOfBrowser()
  notify()
}

/** Opens the address, unless changes would be lost: then the person is asked. */
function follow(address: string): void {
  if (!isLoss(address.replace(/\?.*/, ''))) {
    open(address)
    return
  }
  wanted = address
  notify()
}

const isLoss = (path: string) => hasUnsavedChanges() && path !== shown.replace(/\?.*/, '')

function addressOfBrowser(): string {
  return location.pathname + location.search
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function notify(): void {
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
      follow(address)
    },
  }
}
