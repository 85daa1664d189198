/**
 * Latin, Greek and Cyrillic diacritics, Hebrew points, Arabic vowels and tatweel, enclosing marks and variation
 * selectors.
 */
const dropped =
  /[\u0300-\u036f]|[\u0591-\u05bd\u05bf-\u05c7]|\u0640|[\u064b-\u065f\u0670]|[\u20d0-\u20ff]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu

const notOfWords = /[^\p{L}\p{N}\p{M}]/gu

/** Letters that Unicode does not decompose. */
const plain: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
}

const letters = new RegExp(`[${Object.keys(plain).join('')}]`, 'gu')

/**
 * How search treats a character. `word`: part of a word. `dense`: from a script without spaces, where each character is
 * a token. `joining`: belongs to the preceding character.
 */
const kinds = { other: 0, word: 1, dense: 2, joining: 3 } as const

const UNKNOWN = 255

/** By UTF-16 unit, filled on demand. Querying Unicode properties each time would dominate the indexing. */
const cached = new Uint8Array(0x10000).fill(UNKNOWN)

const letterOrDigit = /[\p{L}\p{N}]/u

const dense =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Yi}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u

/**
 * Marks, halfwidth voice marks of kana, vowels and finals of decomposed Hangul, and invisible characters within words.
 */
const joining = /\p{M}|[\u00ad\u1160-\u11ff\u200c\u2060\ufeff\uff9e\uff9f]|\u200d/u

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

type CharacterKind = (typeof kinds)[keyof typeof kinds]

function kindOf(codePoint: number): CharacterKind {
  if (codePoint > 0xffff) return findKind(String.fromCodePoint(codePoint))
  let kind = cached[codePoint]!
  if (kind === UNKNOWN) {
    kind = findKind(String.fromCharCode(codePoint))
    cached[codePoint] = kind
  }
  return kind as CharacterKind
}

function findKind(character: string): CharacterKind {
  if (joining.test(character)) return kinds.joining
  if (!letterOrDigit.test(character)) return kinds.other
  return dense.test(character) ? kinds.dense : kinds.word
}

/**
 * One form for all spellings of a word: lower case, without diacritics, width variants and ligatures. Keeps signs that
 * make a different word (Indic, Thai, the voice marks of kana).
 */
function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(dropped, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(letters, (letter) => plain[letter]!)
    .replace(notOfWords, '')
}
