import type { OwnFiles } from './markdown-context.ts'

/** The path of a URL on the organization's own host; any other URL unchanged. */
export function pathOfOwnSite(href: string, own: OwnFiles | undefined): string {
  return own && href.startsWith(`${own.url}/`) ? href.slice(own.url.length) : href
}
