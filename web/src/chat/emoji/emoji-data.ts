import type { RealmEmoji } from '@switchboard/client/chat'

export interface Emoji {
  /** as in :name: */
  name: string
  code: string
  type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji'
  /** of a unicode emoji */
  character?: string
  /** The character has a skin colour, which the name does not say. */
  isToned?: boolean
  /** of an emoji of the organization */
  url?: string
  /** what it is called, its description included */
  names: readonly string[]
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
export async function loadEmoji(own: RealmEmoji, tone = ''): Promise<readonly Emoji[]> {
  const { gemoji } = await import('gemoji')
  return [
    ...ownEmoji(own),
    ...gemoji.map(({ emoji: character, names, tags, description, category }) =>
      inSkinTone(
        {
          name: names[0]!,
          code: codeOf(character),
          type: 'unicode_emoji',
          character,
          names: [...names, description.toLowerCase().replaceAll(' ', '_')],
          words: tags,
          category,
        },
        tone,
      ),
    ),
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
      names: [name],
      words: [],
      category: '',
    }))
}

/** As it is written in a message. A skin colour has no name there, so the character itself is written. */
export const writtenEmoji = ({ name, character, isToned }: Emoji) => `${isToned ? character : `:${name}:`} `

/** As the server makes it: code points without the presentation selector. */
function codeOf(character: string): string {
  return [...character]
    .filter((part) => part !== '\ufe0f')
    .map((part) => part.codePointAt(0)!.toString(16).padStart(4, '0'))
    .join('-')
}

/** Those whose name begins with the query come first, whole words before parts of words; then other words, then the rest. */
export function findEmoji(all: readonly Emoji[], query: string, most: number): readonly Emoji[] {
  const wanted = query.trim().toLowerCase().replaceAll(' ', '_')
  if (wanted === '') return all.slice(0, most)
  return all
    .map((emoji) => ({ emoji, rank: rankOf(emoji, wanted) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ emoji }) => emoji)
}

const NO_MATCH = 6

/** The smaller the earlier. */
function rankOf({ names, words }: Emoji, wanted: string): number {
  const tests = [
    () => names.includes(wanted),
    () => names.some((name) => name.startsWith(`${wanted}_`)),
    () => names.some((name) => name.startsWith(wanted)),
    () => words.includes(wanted),
    () => words.some((word) => word.startsWith(wanted)),
    () => [...names, ...words].some((word) => word.includes(wanted)),
  ]
  const rank = tests.findIndex((test) => test())
  return rank < 0 ? NO_MATCH : rank
}

/** The modifiers of skin colour, from light to dark. */
export const skinTones = ['\u{1f3fb}', '\u{1f3fc}', '\u{1f3fd}', '\u{1f3fe}', '\u{1f3ff}'] as const

/** The emoji in a skin colour. Pictures of several people, and of none, stay as they are. */
export function inSkinTone(emoji: Emoji, tone: string): Emoji {
  const [first, ...rest] = [...(emoji.character ?? '')]
  const hasColour = (part: string | undefined) => /^\p{Emoji_Modifier_Base}$/u.test(part ?? '')
  if (tone === '' || !hasColour(first) || rest.some(hasColour)) return emoji
  const after = rest[0] === '\ufe0f' ? rest.slice(1) : rest
  const character = [first, tone, ...after].join('')
  return { ...emoji, character, code: codeOf(character), isToned: true }
}
