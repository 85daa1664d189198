import { emojiCodeOf, emojiNameByCode } from './emoji-names.ts'

export interface UnicodeEmojiMatch {
  start: number
  end: number
  name: string
  code: string
}

export function mayHoldUnicodeEmoji(text: string): boolean {
  return hint.test(text)
}

export function matchUnicodeEmoji(text: string): UnicodeEmojiMatch[] {
  const found: UnicodeEmojiMatch[] = []
  for (const match of text.matchAll(sequence)) {
    const character = match[0]
    // Symbols such as © are text unless followed by an emoji selector.
    if (!pictured.test(character)) continue
    const code = emojiCodeOf(character)
    const name = emojiNameByCode.get(code)
    if (name !== undefined)
      found.push({ start: match.index, end: match.index + character.length, name, code })
  }
  return found
}

const hint = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
const pictured = /\p{Emoji_Presentation}|[\ufe0f\u20e3]/u
const person = '\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|\\ufe0f)?'
const sequence = new RegExp(
  `\\p{Regional_Indicator}{2}|[0-9#*]\\ufe0f?\\u20e3|${person}(?:\\u200d${person})*[\\u{e0020}-\\u{e007f}]*`,
  'gu',
)
