import { useSyncExternalStore } from 'react'
import { hasUnsavedChanges } from './unsaved-changes.ts'

const listeners = new Set<() => void>()

/** As the app shows it. After a step back, the browser is already elsewhere. */
let shown = addressOfBrowser()
/** Where a person wants to go, who has been asked about unsaved changes. */
let wanted: string | undefined
/** Where the person was last in each app. */
const last = { chat: '/', portal: '/portal' }

addEventListener('popstate', () => {
  if (isLoss(location.pathname)) {
    wanted = addressOfBrowser()
    history.pushState(null, '', shown)
    notify()
  } else show()
})

export const usePathname = () => useSyncExternalStore(watchAddress, () => location.pathname)

export const isPortalPath = (path: string) => path === '/portal' || path.startsWith('/portal/')

/** Opens an address without loading a page, and without asking about unsaved changes. */
export function openAddress(address: string): void {
  history.pushState(null, '', address)
  show()
}

/** Replaces the address, so that going back does not lead here again. */
export function replaceAddress(address: string): void {
  history.replaceState(null, '', address)
  show()
}

/** Opens the address, unless changes would be lost: then the person is asked. */
export function followAddress(address: string): void {
  if (!isLoss(address.replace(/[?#].*/, ''))) {
    openAddress(address)
    return
  }
  wanted = address
  notify()
}

/** Whether the person has been asked, and has not answered yet. */
export const useIsLeaving = () => useSyncExternalStore(watchAddress, () => wanted !== undefined)

export function answerLeaving(leave: boolean): void {
  const address = wanted
  wanted = undefined
  if (leave && address !== undefined) openAddress(address)
  else notify()
}

/** Calls the listener when the address changes. Returns an unsubscribe function. */
export function watchAddress(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Where to continue in an app. */
export const lastAddress = (app: 'chat' | 'portal') => last[app]

function show(): void {
  shown = addressOfBrowser()
  last[isPortalPath(location.pathname) ? 'portal' : 'chat'] = shown
  notify()
}

const isLoss = (path: string) => hasUnsavedChanges() && path !== shown.replace(/[?#].*/, '')

function addressOfBrowser(): string {
  return location.pathname + location.search + location.hash
}

function notify(): void {
  for (const listener of [...listeners]) listener()
}
