import type { CompiledNarrow } from '../narrows/condition.ts'
import type { BlockShape } from './message-block.ts'

/**
 * What is read again and again is kept in blocks: everything, a stream or conversation, a topic. undefined: the
 * narrow asks for something else.
 */
export function sequenceKey({ conditions, words }: CompiledNarrow, shape: BlockShape): string | undefined {
  if (words.length > 0 || conditions.length > 2) return undefined
  const prefix = `${shape.applyMarkdown ? 'h' : 'm'}${shape.clientAvatar ? 'c' : 's'}`
  const [place, topic] = conditions
  if (!place) return prefix
  if (place.negated || topic?.negated) return undefined
  let id: number | undefined
  if (place.kind === 'recipient') id = place.id
  else if (place.kind === 'recipients' && place.ids.length === 1) id = place.ids[0]
  if (id === undefined) return undefined
  if (!topic) return `${prefix}${id}`
  return topic.kind === 'topic' ? `${prefix}${id} ${topic.key}` : undefined
}

/** Of a stream, a conversation or a topic; otherwise it is the key of everything. */
export const isOfOnePlace = (key: string) => key.length > 'hc'.length

/** Of a part of a stream. */
export const isOfTopic = (key: string) => key.includes(' ')
