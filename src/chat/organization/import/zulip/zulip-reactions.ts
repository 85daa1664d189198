import { emojiByName, emojiNameByCode } from '../../../markdown/emoji-names.ts'
import type { ForeignEmoji, ForeignReaction } from '../foreign/foreign-export.ts'
import type { ForeignRecord } from '../foreign/foreign-record.ts'
import type { ForeignTarget } from '../foreign/foreign-target.ts'
import { readRecords } from '../foreign/read-records.ts'

/** Both systems identify emoji by code point, or by the id of a custom emoji. */
export async function* readZulipReactions(
  folder: string,
  people: ReadonlySet<number>,
  emoji: readonly ForeignEmoji[],
  target: ForeignTarget,
): AsyncGenerator<(ForeignReaction & { messageId: number })[]> {
  const custom = new Set(emoji.map(({ id }) => String(id)))
  for await (const some of readRecords(folder, 'realm.json', ['zerver_reaction'])) {
    yield some.flatMap(({ record }) => {
      const reaction = reactionOf(record, custom)
      if (reaction && people.has(reaction.userId)) return [reaction]
      target.leaveOut('Reactions with an unknown emoji or person', record.place)
      return []
    })
  }
}

function reactionOf(record: ForeignRecord, custom: ReadonlySet<string>) {
  const [emojiName, emojiCode] = [record.text('emoji_name'), record.text('emoji_code')]
  const found = { userId: record.id('user_profile'), messageId: record.id('message') }
  switch (record.text('reaction_type')) {
    case 'unicode_emoji': {
      const known =
        emojiByName.get(emojiName)?.code === emojiCode ? emojiName : emojiNameByCode.get(emojiCode)
      return known === undefined
        ? undefined
        : { ...found, emojiName: known, emojiCode, type: 'unicode_emoji' as const }
    }
    case 'realm_emoji':
      return custom.has(emojiCode)
        ? { ...found, emojiName, emojiCode, type: 'realm_emoji' as const }
        : undefined
    case 'zulip_extra_emoji':
      return emojiCode === 'zulip'
        ? { ...found, emojiName, emojiCode, type: 'zulip_extra_emoji' as const }
        : undefined
    default:
      return undefined
  }
}
