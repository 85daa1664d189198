import type { MarkdownIt, StateInline } from 'markdown-it'
import { escapeHtml } from '../escape-html.ts'

export function timestampPlugin(md: MarkdownIt): void {
  md.inline.ruler.before('autolink', 'timestamp', parseTimestamp)
  md.renderer.rules.timestamp = (tokens, index) => {
    const { info, content } = tokens[index]!
    return `<time datetime="${escapeHtml(info)}">${escapeHtml(content)}</time>`
  }
}

const syntax = /<time:([^<>\n]{1,60})>/y
const isoTime = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/

function parseTimestamp(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x3c) return false
  syntax.lastIndex = state.pos
  const match = syntax.exec(state.src)
  if (!match || syntax.lastIndex > state.posMax) return false
  const text = match[1] ?? ''
  const datetime = normalizeTime(text)
  if (datetime === undefined) return false
  if (!silent) {
    const token = state.push('timestamp', 'time', 0)
    token.info = datetime
    token.content = text
  }
  state.pos += match[0].length
  return true
}

function normalizeTime(text: string): string | undefined {
  const parts = isoTime.exec(text)
  if (!parts) return undefined
  const [, year = '', month = '', day = '', clock = '', seconds = ':00', zone = 'Z'] = parts
  const zoneWithColon = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone
  const datetime = `${year}-${month}-${day}T${clock}${seconds}${zoneWithColon}`
  if (Number(day) > daysIn(Number(year), Number(month))) return undefined
  return Number.isNaN(Date.parse(datetime)) ? undefined : datetime
}

// Date.parse accepts the 31st of any month.
function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
