import { badRequest } from '../../chat-error.ts'
import type { Db } from '../../chat-platform.ts'
import { emojiByName, emojiNameByCode } from '../emoji-names.ts'
import { findCustomEmoji } from './realm-emoji-store.ts'

/** An emoji as named in reactions. */
export interface Emoji {
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

/** The only emoji of this type: a picture built into clients. */
const EXTRA_EMOJI = 'zulip'

/** Custom emoji take precedence, as in messages. */
export async function findEmojiByName(db: Db, realmId: number, name: string): Promise<Emoji | undefined> {
  const custom = await findCustomEmoji(db, realmId, { name })
  if (custom) return { emoji_name: name, emoji_code: String(custom.id), reaction_type: 'realm_emoji' }
  const unicode = emojiByName.get(name)
  if (unicode) return { emoji_name: name, emoji_code: unicode.code, reaction_type: 'unicode_emoji' }
  if (name !== EXTRA_EMOJI) return undefined
  return { emoji_name: name, emoji_code: EXTRA_EMOJI, reaction_type: 'zulip_extra_emoji' }
}

/** Validates an emoji whose name, code and type the client gave. */
export async function checkEmoji(db: Db, realmId: number, emoji: Emoji): Promise<Emoji> {
  switch (emoji.reaction_type) {
    case 'unicode_emoji':
      return checkUnicode(emoji)
    case 'realm_emoji':
      await checkCustom(db, realmId, emoji)
      return emoji
    case 'zulip_extra_emoji':
      if (emoji.emoji_code !== EXTRA_EMOJI) throw badRequest('Invalid emoji code.')
      if (emoji.emoji_name !== EXTRA_EMOJI) throw badRequest('Invalid emoji name.')
      return emoji
    default:
      throw badRequest('Invalid emoji type.')
  }
}

/** Clients have their own tables of names, so the code identifies the emoji, and it gets our name. */
function checkUnicode(emoji: Emoji): Emoji {
  const code = withoutSkinTone(emoji.emoji_code)
  const name = emojiNameByCode.get(code)
  if (name === undefined) throw badRequest('Invalid emoji code.')
  if (!/^[\w+-]{1,60}$/.test(emoji.emoji_name)) throw badRequest('Invalid emoji name.')
  return emojiByName.get(emoji.emoji_name)?.code === code ? emoji : { ...emoji, emoji_name: name }
}

/** Hands and people can have a skin tone behind their first code point. It has no name of its own. */
function withoutSkinTone(code: string): string {
  const [first = '', tone = '', ...rest] = code.split('-')
  const base = [first, ...rest].join('-')
  if (!/^1f3f[b-f]$/.test(tone) || !emojiNameByCode.has(base)) return code
  return /^\p{Emoji_Modifier_Base}$/u.test(String.fromCodePoint(Number.parseInt(first, 16))) ? base : code
}

async function checkCustom(db: Db, realmId: number, emoji: Emoji): Promise<void> {
  const id = /^\d{1,15}$/.test(emoji.emoji_code) ? Number(emoji.emoji_code) : 0
  const custom = await findCustomEmoji(db, realmId, { id })
  if (!custom || String(custom.id) !== emoji.emoji_code) throw badRequest('Invalid custom emoji.')
  if (custom.name !== emoji.emoji_name) throw badRequest('Invalid custom emoji name.')
  if (custom.deactivated) throw badRequest('This custom emoji has been deactivated.')
}
