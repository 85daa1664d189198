/**
 * How search treats a character. `word`: part of a word. `dense`: from a script without spaces, where each character is
 * a token. `joining`: belongs to the preceding character.
 */
export const kinds = { other: 0, word: 1, dense: 2, joining: 3 } as const
export type CharacterKind = (typeof kinds)[keyof typeof kinds]

const UNKNOWN = 255
/** By UTF-16 unit, filled on demand. Querying Unicode properties each time would dominate the indexing. */
const cached = new Uint8Array(0x10000).fill(UNKNOWN)

export function kindOf(codePoint: number): CharacterKind {
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

const letterOrDigit = /[\p{L}\p{N}]/u
const dense =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Yi}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u
/**
 * Marks, halfwidth voice marks of kana, vowels and finals of decomposed Hangul, and invisible characters within words.
 */
const joining = /\p{M}|[\u00ad\u1160-\u11ff\u200c\u2060\ufeff\uff9e\uff9f]|\u200d/u
