/**
 * What a character is to the search. `word`: part of a word. `dense`: of a script that is written without
 * spaces, so that each character stands for itself. `joining`: belongs to the character before it.
 */
export const kinds = { other: 0, word: 1, dense: 2, joining: 3 } as const
export type CharacterKind = (typeof kinds)[keyof typeof kinds]

const UNKNOWN = 255
/** By UTF-16 unit, filled as characters are met: asking Unicode each time would cost most of the indexing. */
const known = new Uint8Array(0x10000).fill(UNKNOWN)

export function kindOf(codePoint: number): CharacterKind {
  if (codePoint > 0xffff) return findKind(String.fromCodePoint(codePoint))
  let kind = known[codePoint]!
  if (kind === UNKNOWN) {
    kind = findKind(String.fromCharCode(codePoint))
    known[codePoint] = kind
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
/** Marks; the halfwidth voice marks of kana; vowels and finals of Hangul in pieces; what is invisible in a word. */
const joining = /\p{M}|[\u00ad\u1160-\u11ff\u200c\u2060\ufeff\uff9e\uff9f]|\u200d/u
