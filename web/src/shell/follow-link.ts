import type { MouseEvent } from 'react'
import { followAddress, isPortalPath } from './address.ts'

/** A click on a link to the other app opens it without loading the page again. */
export function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')) return
  const isOurs = link.pathname === '/' || isPortalPath(link.pathname)
  // The browser follows links within the chat: they only change the hash.
  if (!isOurs || link.pathname === location.pathname) return
  event.preventDefault()
  followAddress(link.pathname + link.search + link.hash)
}
