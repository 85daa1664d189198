import type { OwnFiles } from './markdown-context.ts'

/** For URLs that are already percent-encoded or that come from the configuration. */
export function isSafeUrl(url: string): boolean {
  return allowed.test(url) && !forbidden.test(url)
}

// A second slash or backslash would turn a relative URL into one of another host.
const allowed = /^(?:https?:\/\/[^/]|mailto:.|tel:.|\/(?![/\\])|#)/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop control characters inside of addresses
const forbidden = /[\u0000-\u0020\u007f-\u009f\u2028\u2029<>"]/

/** Like encodeURIComponent, but does not throw on a lone surrogate. */
export function encodeUrlComponent(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
}

/** The path of a URL on the organization's own host; any other URL unchanged. */
export function pathOfOwnSite(href: string, own: OwnFiles | undefined): string {
  return own && href.startsWith(`${own.url}/`) ? href.slice(own.url.length) : href
}
