import { isSafeUrl } from './is-safe-url.ts'
import type { Linkifier } from './markdown-context.ts'
import { matchLinkifiers } from './match-linkifiers.ts'

/** The links of a topic: those of linkifiers first, then plain URLs. */
export function findTopicLinks(topic: string, linkifiers: readonly Linkifier[]): string[] {
  const urls = new Set(matchLinkifiers(topic, linkifiers).map((match) => match.url))
  if (topic.includes('://')) {
    for (const [url] of topic.matchAll(rawUrl)) {
      const trimmed = trimEnd(url)
      if (isSafeUrl(trimmed)) urls.add(trimmed)
    }
  }
  return [...urls]
}

const rawUrl = /\bhttps?:\/\/[^\s<>"]+/gi
const punctuation = new Set(".,;:!?'*_~")

function trimEnd(url: string): string {
  let end = url.length
  while (end > 0 && (punctuation.has(url.charAt(end - 1)) || closesUnopened(url, end))) end--
  return url.slice(0, end)
}

function closesUnopened(url: string, end: number): boolean {
  const last = url.charAt(end - 1)
  return (
    (last === ')' && !url.slice(0, end).includes('(')) || (last === ']' && !url.slice(0, end).includes('['))
  )
}
