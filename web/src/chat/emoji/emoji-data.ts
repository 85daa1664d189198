import type { RealmEmoji } from '@switchboard/client/chat'

export interface Emoji {
  /** as in :name: */
  name: string
  code: string
  type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji'
  /** of a unicode emoji */
  character?: string
  /** of an emoji of the organization */
  url?: string
  /** other words that find it */
  words: readonly string[]
  category: string
}

/** The character of a code such as 1f44d or 1f1e9-1f1ea. */
export function characterOf(code: string): string {
  const points = code.split('-').map((part) => Number.parseInt(part, 16))
  return points.every((point) => point > 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : ''
}

/** All available emoji, those of the organization first. The table is loaded on first use. */
export async function loadEmoji(own: RealmEmoji): Promise<readonly Emoji[]> {
  const { gemoji } = await import('gemoji')
  return [
    ...ownEmoji(own),
    ...gemoji.map(({ emoji: character, names, tags, description, category }) => ({
      name: names[0]!,
      code: codeOf(character),
      type: 'unicode_emoji' as const,
      character,
      words: [...names, ...tags, description.toLowerCase().replaceAll(' ', '_')],
      category,
    })),
  ]
}

function ownEmoji(own: RealmEmoji): Emoji[] {
  return Object.values(own)
    .filter((emoji) => !emoji.deactivated)
    .map(({ id, name, source_url: url }) => ({
      name,
      code: String(id),
      type: 'realm_emoji' as const,
      url,
      words: [name],
      category: '',
    }))
}

/** As the server makes it: code points without the presentation selector. */
function codeOf(character: string): string {
  return [...character]
    .filter((part) => part !== '\ufe0f')
    .map((part) => part.codePointAt(0)!.toString(16).padStart(4, '0'))
    .join('-')
}

/** Those that begin with the words come first, then those that have them anywhere. */
export function findEmoji(all: readonly Emoji[], query: string, most: number): readonly Emoji[] {
  const wanted = query.toLowerCase().replaceAll(' ', '_')
  if (wanted === '') return all.slice(0, most)
  const begins = all.filter(
    ({ name, words }) => name.startsWith(wanted) || words.some((word) => word.startsWith(wanted)),
  )
  const exact = begins.filter(({ words }) => words.includes(wanted))
  const contains = all.filter(({ words }) => words.some((word) => word.includes(wanted)))
  return [...new Set([...exact, ...begins, ...contains])].slice(0, most)
}
