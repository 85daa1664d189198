import { code, codeBlock, link, time } from '../texts/markdown-parts.ts'
import { clip, plain } from '../texts/plain-text.ts'

export interface MrkdwnOptions {
  /** in characters */
  limit?: number
  /** Our Markdown for an id of Slack: a person, a channel, or a wildcard such as `here`. undefined: show its label. */
  refer?(kind: '@' | '#' | '!', id: string): string | undefined
}

/** Converts Slack's mrkdwn to our Markdown. Text that is plain in Slack stays plain. */
export function readMrkdwn(text: string, { limit = TEXT_LIMIT, refer }: MrkdwnOptions = {}): string {
  const stash: string[] = []
  const keep = (markdown: string) => `${OPEN}${stash.push(markdown) - 1}${CLOSE}`
  return (
    clip(text, limit)
      .replace(/[\uE000\uE001]/g, '')
      .replace(/```\n?([\s\S]*?)\n?```/g, (_, block: string) =>
        keep(`\n${codeBlock(decode(block), '', refer ? limit : undefined)}\n`),
      )
      .replace(/`([^`\n]+)`/g, (_, span: string) => keep(code(decode(span))))
      .replace(/<([^<>\n]+)>/g, (_, inner: string) => keep(readAngles(inner, refer)))
      .split('\n')
      .map((line) => readLine(decode(line)))
      .join('\n')
      // Without a blank line, text after a list would belong to its last item.
      .replace(/^(\* .*)\n(?!\* |\n)/gm, '$1\n\n')
      .replace(/\uE000(\d+)\uE001/g, (_, index: string) => stash[Number(index)] ?? '')
  )
}

const TEXT_LIMIT = 8000
// Private-use characters: placeholders for converted parts while the rest is parsed.
const OPEN = '\uE000'
const CLOSE = '\uE001'

/** `https://x|text`, `@U1|ada`, `#C1|general`, `!here`, `!date^1392734382^{date}|February 18th`. */
function readAngles(inner: string, refer: MrkdwnOptions['refer']): string {
  const bar = inner.indexOf('|')
  const target = decode(bar < 0 ? inner : inner.slice(0, bar))
  const label = bar < 0 ? undefined : decode(inner.slice(bar + 1))
  const date = /^!date\^(\d{1,12})\^/.exec(target)
  if (date) return time(Number(date[1]))
  const known = /^([@#!])([^^]+)$/.exec(target)
  const reference = known && refer?.(known[1] as '@' | '#' | '!', known[2]!)
  if (reference) return reference
  // Otherwise Slack ids mean nothing here, and wildcard mentions must not notify anyone: show only the label.
  if (/^[@#]/.test(target)) return plain(target.charAt(0) + (label ?? target.slice(1)).replace(/^[@#]/, ''))
  if (target.startsWith('!')) return plain(label ?? `@${target.slice(1)}`)
  if (target.startsWith('mailto:')) return plain(label ?? target.slice('mailto:'.length))
  return link(label ?? target, target)
}

function readLine(line: string): string {
  const bullet = /^\s*[•◦▪]\s*/.exec(line)?.[0] ?? ''
  const text = line
    .slice(bullet.length)
    .replace(/[\\[\]<`]/g, '\\$&')
    .replace(/^#/, '\\#')
    .replace(bold, (_, inner?: string) => (inner === undefined ? '\\*' : `**${inner}**`))
    .replace(strike, '~~$1~~')
  return bullet === '' ? text : `* ${text}`
}

// Only around words, not within them. After @ and #, bold would make a mention or a stream link.
const bold = /(?<![\p{L}\p{N}*@#])\*([^\s*](?:[^*]*[^\s*])?)\*(?![\p{L}\p{N}*])|\*/gu
const strike = /(?<![\p{L}\p{N}~])~([^\s~](?:[^~]*[^\s~])?)~(?![\p{L}\p{N}~])/gu

const decode = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
