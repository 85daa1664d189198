import type { Emoji } from './emoji-data.ts'

/** Two rows. */
const MAX_COUNT = 16

/** The same in every skin colour. */
export const emojiKey = ({ type, code, name }: Emoji) => `${type} ${code.replace(/-1f3f[b-f]/, '')} ${name}`

const storageKey = (me: number) => `switchboard-recent-emoji-${me}`

/** Keys of the emoji that the user picked in this browser, the latest first. */
export function recentEmoji(me: number): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(me)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

const toneKey = (me: number) => `switchboard-skin-tone-${me}`

/** The skin colour that the user chose in this browser; '' is none. */
export const chosenTone = (me: number): string => localStorage.getItem(toneKey(me)) ?? ''

export const rememberTone = (me: number, tone: string): void => localStorage.setItem(toneKey(me), tone)

export function rememberEmoji(me: number, emoji: Emoji): void {
  const key = emojiKey(emoji)
  const keys = [key, ...recentEmoji(me).filter((one) => one !== key)].slice(0, MAX_COUNT)
  try {
    localStorage.setItem(storageKey(me), JSON.stringify(keys))
  } catch {
    // Storage is full or forbidden: then nothing is remembered.
  }
}
