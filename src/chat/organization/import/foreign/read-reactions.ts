import { emojiByName } from '../../../markdown/emoji-names.ts'
import type { ForeignReaction } from './foreign-export.ts'
import type { ForeignTarget } from './foreign-target.ts'

/** Reactions by the name of the emoji. Two names of the same emoji are one reaction. */
export function readReactions(
  reactions: readonly { user: string; emoji: string }[],
  idOf: (user: string) => number | undefined,
  target: ForeignTarget,
  place: string,
  custom: ReadonlyMap<string, number> = new Map(),
): ForeignReaction[] {
  const found = new Map<string, ForeignReaction>()
  for (const { user, emoji } of reactions) {
    const userId = idOf(user)
    const own = custom.get(emoji)
    const code = own === undefined ? emojiByName.get(emoji)?.code : String(own)
    if (userId === undefined || code === undefined) {
      target.leaveOut('Reactions with an unknown emoji or person', `:${emoji}: in ${place}`)
      continue
    }
    const type = own === undefined ? 'unicode_emoji' : 'realm_emoji'
    found.set(`${type} ${code} ${userId}`, { userId, emojiName: emoji, emojiCode: code, type })
  }
  return [...found.values()]
}
