import { escapeHtml } from '../../markdown/escape-html.ts'
import type { SearchTerm } from '../../messages/search-index/search-term.ts'
import { type Token, tokenize } from '../../messages/search-index/tokenize.ts'
import { type TextPiece, visibleText } from '../../messages/search-index/visible-text.ts'

const OPEN = '<span class="highlight">'
const CLOSE = '</span>'

/** HTML with the search terms highlighted in its text, never in its tags. */
export function highlightHtml(html: string, terms: readonly SearchTerm[]): string {
  const { text, pieces } = visibleText(html)
  const spans = findMarks(text, terms).flatMap(({ start, end }) => spansOf(text, pieces, start, end))
  return wrap(html, spans, (part) => part)
}

/** Plain text as HTML, with the search terms highlighted. */
export const highlightText = (text: string, terms: readonly SearchTerm[]) =>
  wrap(text, findMarks(text, terms), escapeHtml)

interface Span {
  start: number
  end: number
}

function wrap(source: string, spans: readonly Span[], write: (part: string) => string): string {
  let written = ''
  let copied = 0
  for (const { start, end } of spans) {
    written += `${write(source.slice(copied, start))}${OPEN}${write(source.slice(start, end))}${CLOSE}`
    copied = end
  }
  return written + write(source.slice(copied))
}

/** Where a part of the text is in the HTML. Tags in between split it into several spans. */
function spansOf(text: string, pieces: readonly TextPiece[], from: number, to: number): Span[] {
  const spans: Span[] = []
  for (let index = pieceAt(pieces, from); index < pieces.length; index += 1) {
    const { at, length, start, end } = pieces[index]!
    if (at >= to) break
    // Breaks and white space between blocks are not highlighted.
    if (start === end || text.slice(Math.max(at, from), Math.min(at + length, to)).trim() === '') continue
    const isPlain = end - start === length
    const own = {
      start: isPlain ? start + Math.max(from - at, 0) : start,
      end: isPlain ? start + Math.min(to - at, length) : end,
    }
    const last = spans.at(-1)
    if (last?.end === own.start) last.end = own.end
    else spans.push(own)
  }
  return spans
}

/** Index of the piece that contains this offset of the text. */
function pieceAt(pieces: readonly TextPiece[], place: number): number {
  let low = 0
  let high = pieces.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (pieces[middle]!.at <= place) low = middle
    else high = middle - 1
  }
  return low
}

interface Mark {
  start: number
  /** exclusive */
  end: number
}

/** Where the terms are in a text: ascending, without overlaps. */
function findMarks(text: string, terms: readonly SearchTerm[]): Mark[] {
  const tokens = tokenize(text)
  const marks: Mark[] = []
  for (let index = 0; index < tokens.length; index += 1) {
    for (const term of terms) {
      if (!standsAt(tokens, index, term)) continue
      const last = index + term.tokens.length - 1
      const end = tokens[term.endsInPair ? last + 1 : last]!.end
      const previous = marks.at(-1)
      if (previous && tokens[index]!.start <= previous.end) previous.end = Math.max(previous.end, end)
      else marks.push({ start: tokens[index]!.start, end })
    }
  }
  return marks
}

function standsAt(tokens: readonly Token[], index: number, term: SearchTerm): boolean {
  const { tokens: wanted, isOpen } = term
  if (index + wanted.length > tokens.length) return false
  const last = wanted.length - 1
  for (let offset = 0; offset < last; offset += 1) {
    if (tokens[index + offset]!.text !== wanted[offset]) return false
  }
  const { text } = tokens[index + last]!
  return isOpen ? text.startsWith(wanted[last]!) : text === wanted[last]
}
