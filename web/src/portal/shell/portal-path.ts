import type { MouseEvent } from 'react'
import { followAddress, openAddress, replaceAddress, usePathname } from '../../shell/address.ts'

const BASE = '/portal'

/** The parts of the address behind /portal: ['extensions', '1001']. */
export function usePortalPath(): readonly string[] {
  const path = usePathname()
  return path.slice(BASE.length).split('/').filter(Boolean).map(decodeURIComponent)
}

export function portalAddress(...parts: string[]): string {
  return [BASE, ...parts.map(encodeURIComponent)].join('/')
}

/** After something was done, such as saving: does not ask about unsaved changes. Everything else is a link. */
export function openPortalPath(...parts: string[]): void {
  openAddress(portalAddress(...parts))
}

/** Replaces the address, so that going back does not lead here again. */
export function openPageInstead(...parts: string[]): void {
  replaceAddress(portalAddress(...parts))
}

/** A part of the address behind `?`, which a list takes its first filter from. */
export const portalFilter = (name: string) => new URLSearchParams(location.search).get(name)

/** The attributes of a link within the portal: a real address, and no new page. */
export const linkTo = (...parts: string[]) => linkToAddress(portalAddress(...parts))

/** The same for a list that shows only some of its rows. */
export const linkToFiltered = (filter: Record<string, string>, ...parts: string[]) =>
  linkToAddress(`${portalAddress(...parts)}?${new URLSearchParams(filter)}`)

/** The same for an address that may be outside the portal. */
export function linkToAddress(address: string) {
  return {
    href: address,
    onClick(event: MouseEvent) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      followAddress(address)
    },
  }
}
