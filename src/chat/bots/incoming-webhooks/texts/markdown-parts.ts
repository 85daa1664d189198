import { isoDate, readDate } from '../../../../platform/clock.ts'
import { isSafeUrl } from '../../../markdown/is-safe-url.ts'
import { clip, oneLine, plain } from './plain-text.ts'

/** Joins the lines of a message; skips undefined and empty ones. */
export const lines = (...parts: (string | undefined)[]) => parts.filter(Boolean).join('\n')

/** Joins with blank lines, so that text does not become part of a list or quote before it. */
export const paragraphs = (parts: readonly string[]) => parts.filter(Boolean).join('\n\n')

/** Only the text, if the URL is missing or cannot be linked. */
export function link(text: string, url: string | undefined, limit = 300): string {
  const label = plain(text, limit)
  const address = url === undefined ? undefined : linkable(url)
  if (address === undefined) return label
  return `[${label === '' ? plain(address) : label}](${address})`
}

function linkable(url: string): string | undefined {
  if (url.length > 2000) return undefined
  const address = url
    .trim()
    .replace(/[\s()*\\`]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return /^https?:/i.test(address) && isSafeUrl(address) ? address : undefined
}

export function code(text: string): string {
  const line = oneLine(text)
  if (line === '') return ''
  const marks = '`'.repeat(longestRun(line) + 1)
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${marks}${space}${line}${space}${marks}`
}

/** Uses a fence longer than any within, so that the text cannot close it. */
export function codeBlock(text: string, language = '', limit = 3000): string {
  const block = clip(unifyBreaks(text, limit), limit)
  const fence = '`'.repeat(Math.max(3, longestRun(block) + 1))
  return `${fence}${language}\n${block}\n${fence}`
}

/** Quotes untrusted Markdown: its mentions are silent, and its fences stay within the quote. */
export function quote(markdown: string | undefined, limit = 1500): string {
  return quoteLines(markdown, limit, (line) => line)
}

/** Quotes untrusted plain text. */
export function quotePlain(text: string | undefined, limit = 1500): string {
  return quoteLines(text, limit, (line) => plain(line, limit))
}

function quoteLines(text: string | undefined, limit: number, show: (line: string) => string): string {
  const trimmed = clip(unifyBreaks(text ?? '', limit), limit)
  if (trimmed === '') return ''
  return trimmed
    .split('\n')
    .map((line) => `> ${show(line)}`.trimEnd())
    .join('\n')
}

/** A timestamp that clients show in the reader's time zone; invalid values become plain text. */
export function time(value: string | number): string {
  const milliseconds = typeof value === 'number' ? value * 1000 : readDate(value)
  const known = milliseconds !== undefined && milliseconds >= 0 && milliseconds < YEAR_10000
  return known ? `<time:${isoDate(milliseconds).replace(/\.\d+Z$/, 'Z')}>` : plain(String(value))
}

const YEAR_10000 = 253_402_300_800_000

export const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** A short bulleted list; `size` is the length of the whole list, of which `items` may be the start. */
export function bullets<Item>(
  items: readonly Item[],
  show: (item: Item) => string,
  { limit = 20, size = items.length } = {},
): string {
  const shown = items.slice(0, limit).map(show)
  const more = size > shown.length ? [`…and ${size - shown.length} more`] : []
  return [...shown, ...more].map((item) => `* ${item}`).join('\n')
}

const unifyBreaks = (text: string, limit: number) =>
  text
    .slice(0, limit * 4)
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()

function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
