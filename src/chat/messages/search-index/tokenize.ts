import { kindOf, kinds } from './character-kind.ts'
import { foldText } from './fold-text.ts'

/** The unit of search: a word, or two adjacent characters of a script without spaces. */
export interface Token {
  text: string
  /** Its position; for a pair, that of the first character. */
  start: number
  end: number
  isDense: boolean
  /** For a dense token: is it a pair? The last character of a sequence is a token by itself. */
  isPair: boolean
}

/** Longer words are compared by their beginning only. */
const LENGTH_LIMIT = 64

/**
 * The tokens of a text, in order. A sequence of dense characters becomes overlapping pairs, followed by its last
 * character. So every substring is a sequence of tokens, and a single character is the prefix of one.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  const length = text.length
  let at = 0
  while (at < length) {
    const unit = text.charCodeAt(at)
    const kind = unit < 0x80 ? asciiKinds[unit] : kindAt(text, at)
    if (kind === kinds.word) at = readWord(text, at, tokens)
    else if (kind === kinds.dense) at = readDense(text, at, tokens)
    else at += 1
  }
  return tokens
}

function readWord(text: string, start: number, tokens: Token[]): number {
  let end = start
  let isAscii = true
  while (end < text.length) {
    const unit = text.charCodeAt(end)
    if (unit < 0x80) {
      if (asciiKinds[unit] !== kinds.word) break
      end += 1
      continue
    }
    const kind = kindAt(text, end)
    if (kind !== kinds.word && kind !== kinds.joining) break
    isAscii = false
    end += widthAt(text, end)
  }
  const written = text.slice(start, end)
  const folded = isAscii ? written.toLowerCase() : foldText(written)
  if (folded !== '') {
    const cut = folded.length <= LENGTH_LIMIT ? folded : cutWhole(folded)
    tokens.push({ text: cut, start, end, isDense: false, isPair: false })
  }
  return end
}

function readDense(text: string, start: number, tokens: Token[]): number {
  const first = tokens.length
  let at = start
  while (at < text.length && kindAt(text, at) === kinds.dense) {
    let end = at + widthAt(text, at)
    while (end < text.length && kindAt(text, end) === kinds.joining) end += widthAt(text, end)
    for (const character of foldText(text.slice(at, end))) {
      tokens.push({ text: character, start: at, end, isDense: true, isPair: false })
    }
    at = end
  }
  for (let index = first; index < tokens.length - 1; index += 1) {
    const token = tokens[index]!
    token.text += tokens[index + 1]!.text
    token.isPair = true
  }
  return at
}

/** A fast path for most text: no lookup table to fill, no surrogate pairs. */
const asciiKinds = Uint8Array.from({ length: 0x80 }, (_, unit) => kindOf(unit))

function kindAt(text: string, at: number) {
  const unit = text.charCodeAt(at)
  return kindOf(unit >= 0xd800 && unit <= 0xdbff ? text.codePointAt(at)! : unit)
}

const widthAt = (text: string, at: number) => (text.codePointAt(at)! > 0xffff ? 2 : 1)

/** Does not split a character. */
function cutWhole(folded: string): string {
  const cut = folded.slice(0, LENGTH_LIMIT)
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}
