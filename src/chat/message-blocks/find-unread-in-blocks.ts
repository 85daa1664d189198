import type { Chat } from '../chat.ts'
import type { CompiledNarrow, Condition } from '../narrows/condition.ts'
import { NEWEST } from '../narrows/find-anchor.ts'
import type { Visibility } from '../narrows/visibility.ts'
import { periodsKey } from '../recipients/reception-periods.ts'
import type { Actor } from '../users/user.ts'
import { BlockSource } from './block-source.ts'
import type { BlockShape } from './message-block.ts'
import { sequenceKey } from './sequence-key.ts'

/** Whoever has read more than this one by one is better served by a search. */
const MOST_LOOKED_AT = 2000

/**
 * The same as findFirstUnread says, for one stream or conversation and its topics, from what is in memory: this is how
 * people open a stream. undefined: the database has to be asked.
 */
export async function findUnreadInBlocks(
  chat: Chat,
  actor: Actor,
  narrow: CompiledNarrow,
  visibility: Visibility,
  shape: BlockShape,
): Promise<number | undefined> {
  const key = sequenceKey(narrow, shape)
  const [place, topic] = narrow.conditions
  const recipientId = place && singleRecipient(place)
  if (key === undefined || recipientId === undefined) return undefined
  // Only what still comes can be unread.
  const open = visibility.openPeriod(recipientId)
  if (!open) return NEWEST
  const { realm, user } = actor
  const flags = await chat.knownFlags.get(realm.id, user.id)
  const { stream_id: streamId } = open
  const read = flags.state.readUntil(streamId, topic?.kind === 'topic' ? topic.key : '')
  const start = Math.max(open.from_message, read)
  if (flags.from > 0 || flags.hasReopened(start)) return undefined
  const mutes = await chat.mutes.get(periodsKey(realm.id, user.id))
  const source = new BlockSource(chat, actor, narrow.conditions, shape, key)
  let lookedAt = 0
  for (let lower = start + 1; lookedAt < MOST_LOOKED_AT; ) {
    const block = source.knownFrom(lower) ?? (await source.loadFrom(lower))
    if (!block) return NEWEST
    const { ids, topics } = block
    for (let index = block.indexOf(lower); index < ids.length; index += 1) {
      const id = ids[index]!
      const subject = topics[index]!
      if (!flags.state.isRead(id, streamId, subject) && !mutes.isMuted(streamId, subject.toLowerCase()))
        return id
      lookedAt += 1
    }
    lower = Math.max(lower, block.to) + 1
  }
  return undefined
}

function singleRecipient(condition: Condition): number | undefined {
  if (condition.kind === 'recipient') return condition.id
  return condition.kind === 'recipients' ? condition.ids[0] : undefined
}
