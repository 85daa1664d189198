import { encodeUrlComponent, isSafeUrl } from './is-safe-url.ts'
import { compiledPattern, type PatternMatch } from './linkifier-pattern.ts'
import type { Linkifier } from './markdown-context.ts'

export interface LinkifierMatch {
  start: number
  end: number
  url: string
}

/** Returns whole-word matches from left to right. Where two overlap, the earlier linkifier wins. */
export function matchLinkifiers(text: string, linkifiers: readonly Linkifier[]): LinkifierMatch[] {
  if (linkifiers.length === 0) return []
  const found: LinkifierMatch[] = []
  for (let offset = 0; offset < text.length; ) {
    const end = endOfRun(text, offset)
    const run = text.slice(offset, end)
    for (const linkifier of linkifiers) {
      for (const match of compiledPattern(linkifier.pattern).matchAll(run)) {
        const start = offset + match.start
        const end = offset + match.end
        const url = start === end ? '' : fillUrl(linkifier.urlTemplate, match.groups)
        if (isSafeUrl(url) && standsAlone(text, start, end)) found.push({ start, end, url })
      }
    }
    offset = end
  }
  return withoutOverlaps(found)
}

// Each of many searches may scan to the end of its run, so runs are short.
const maxRun = 1000
const wordCharacter = /[\p{L}\p{N}_]/u

function endOfRun(text: string, offset: number): number {
  if (text.length - offset <= maxRun) return text.length
  const space = text.lastIndexOf(' ', offset + maxRun)
  return space > offset ? space : offset + maxRun
}

function fillUrl(template: string, groups: PatternMatch['groups']): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeUrlComponent(groups[name] ?? ''))
}

function standsAlone(text: string, start: number, end: number): boolean {
  return !wordCharacter.test(text.charAt(start - 1)) && !wordCharacter.test(text.charAt(end))
}

function withoutOverlaps(found: LinkifierMatch[]): LinkifierMatch[] {
  let end = 0
  return found
    .sort((a, b) => a.start - b.start)
    .filter((match) => {
      if (match.start < end) return false
      end = match.end
      return true
    })
}
