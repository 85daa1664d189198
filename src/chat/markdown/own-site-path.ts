import type { OwnFiles } from './markdown-context.ts'

/** Of an address on the organization's own host the path, of any other the address itself. */
export function pathOfOwnSite(href: string, own: OwnFiles | undefined): string {
  return own && href.startsWith(`${own.url}/`) ? href.slice(own.url.length) : href
}
