import { gemoji } from 'gemoji'

export interface EmojiCharacter {
  code: string
  character: string
}

/** The code of an emoji: its code points in hexadecimal, without the presentation selector. */
export function emojiCodeOf(character: string): string {
  const codes: string[] = []
  for (const part of character) {
    if (part !== '\ufe0f') codes.push((part.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
  }
  return codes.join('-')
}

const byName = new Map<string, EmojiCharacter>()
const nameByCode = new Map<string, string>()

for (const { emoji: character, names } of gemoji) {
  const code = emojiCodeOf(character)
  for (const name of names) byName.set(name, { code, character })
  const [name] = names
  if (name !== undefined) nameByCode.set(code, name)
}

// Names that clients of this protocol send but the common table lacks.
const aliases = {
  thumbs_up: '+1',
  thumbs_down: '-1',
  check: 'white_check_mark',
  slight_smile: 'slightly_smiling_face',
  frown: 'slightly_frowning_face',
  working_on_it: 'hammer_and_wrench',
  time_ticking: 'hourglass_flowing_sand',
}
for (const [alias, name] of Object.entries(aliases)) {
  const known = byName.get(name)
  if (known && !byName.has(alias)) byName.set(alias, known)
}

/** Every name of each emoji, the usual one first: what apps of the family load to complete names. */
export function namesByCode(): Record<string, string[]> {
  const names: Record<string, string[]> = {}
  for (const [name, { code }] of byName) {
    names[code] ??= []
    names[code].push(name)
  }
  return names
}

export const emojiByName: ReadonlyMap<string, EmojiCharacter> = byName
export const emojiNameByCode: ReadonlyMap<string, string> = nameByCode
