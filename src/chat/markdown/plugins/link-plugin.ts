import type { MarkdownIt } from 'markdown-it'
import { escapeHtml } from '../escape-html.ts'
import { isSafeUrl } from '../is-safe-url.ts'

/** Decides which URLs are linked. Images become links, as the client decides what to load. */
export function linkPlugin(md: MarkdownIt): void {
  const normalize = md.normalizeLink.bind(md)
  md.normalizeLink = (url) => normalize(bareHost.test(url) ? `http://${url}` : url)
  md.validateLink = isSafeUrl
  // Most two-letter domains are also file extensions (readme.md, build.py).
  md.linkify.tlds(['com', 'org', 'net', 'edu', 'gov', 'info', 'io', 'dev', 'app'])
  md.linkify.set({ fuzzyLink: true, fuzzyEmail: true })
  md.linkify.add('ftp:', null).add('//', null)
  const findsLink = md.linkify.test.bind(md.linkify)
  md.linkify.test = (text) => linkHint.test(text) && findsLink(text)
  md.renderer.rules.image = (tokens, index) => {
    const token = tokens[index]!
    const href = escapeHtml(String(token.attrGet('src') ?? ''))
    const text = escapeHtml(token.content) || href
    return token.hidden ? text : `<a href="${href}">${text}</a>`
  }
}

// A cheap pre-check: every URL contains one of these.
const linkHint = /[:@]|\.\S/
const bareHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i
