import { type Emoji, findEmoji } from './emoji-data.ts'
import { emojiKey } from './recent-emoji.ts'

/** In the order of the picker. */
export const categories = [
  'Smileys & Emotion',
  'People & Body',
  'Animals & Nature',
  'Food & Drink',
  'Travel & Places',
  'Activities',
  'Objects',
  'Symbols',
  'Flags',
] as const

export type SectionName = 'found' | 'recent' | 'own' | (typeof categories)[number]

export interface EmojiSection {
  readonly name: SectionName
  readonly emoji: readonly Emoji[]
}

const MAX_FOUND = 160

/** What the picker shows: what was found, or everything by category. No empty sections. */
export function sectionsOf(
  all: readonly Emoji[],
  query: string,
  recent: readonly string[],
): readonly EmojiSection[] {
  const sections: EmojiSection[] =
    query.trim() === '' ? grouped(all, recent) : [{ name: 'found', emoji: findEmoji(all, query, MAX_FOUND) }]
  return sections.filter(({ emoji }) => emoji.length > 0)
}

function grouped(all: readonly Emoji[], recent: readonly string[]): EmojiSection[] {
  const byKey = new Map(all.map((one) => [emojiKey(one), one]))
  return [
    { name: 'recent', emoji: recent.flatMap((key) => byKey.get(key) ?? []) },
    { name: 'own', emoji: all.filter(({ type }) => type === 'realm_emoji') },
    ...categories.map((name) => ({ name, emoji: all.filter(({ category }) => category === name) })),
  ]
}

/** Where an arrow key leads in rows of `columns`; undefined: out at the top. The index counts across all sections. */
export function stepFrom(
  sections: readonly EmojiSection[],
  from: number,
  key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown',
  columns: number,
): number | undefined {
  const rows = rowsOf(sections, columns)
  const at = rows.findIndex(({ start, length }) => from < start + length)
  const last = rows.at(-1)
  if (!last || at < 0) return undefined
  if (key === 'ArrowLeft') return Math.max(0, from - 1)
  if (key === 'ArrowRight') return Math.min(last.start + last.length - 1, from + 1)
  const row = rows[at + (key === 'ArrowDown' ? 1 : -1)]
  if (!row) return key === 'ArrowDown' ? from : undefined
  return row.start + Math.min(from - rows[at]!.start, row.length - 1)
}

function rowsOf(sections: readonly EmojiSection[], columns: number): { start: number; length: number }[] {
  const rows: { start: number; length: number }[] = []
  let start = 0
  for (const { emoji } of sections) {
    for (let first = 0; first < emoji.length; first += columns) {
      const length = Math.min(columns, emoji.length - first)
      rows.push({ start, length })
      start += length
    }
  }
  return rows
}
