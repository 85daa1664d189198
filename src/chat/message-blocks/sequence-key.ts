import type { CompiledNarrow } from '../narrows/condition.ts'
import type { BlockShape } from './message-block.ts'

/**
 * What is read again and again is kept in blocks: everything, a stream or conversation, a topic. undefined: the
 * narrow asks for something else.
 */
export function sequenceKey({ conditions, words }: CompiledNarrow, shape: BlockShape): string | undefined {
  if (words.length > 0 || conditions.length > 2) return undefined
  const prefix = prefixOf(shape)
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

const prefixOf = ({ applyMarkdown, clientAvatar }: BlockShape) =>
  `${applyMarkdown ? 'h' : 'm'}${clientAvatar ? 'c' : 's'}`

const shapes = [true, false].flatMap((applyMarkdown) =>
  [true, false].map((clientAvatar) => prefixOf({ applyMarkdown, clientAvatar })),
)

/** Of everything in a stream or conversation, in each shape. */
export const placeKeys = (recipientId: number) => shapes.map((prefix) => `${prefix}${recipientId}`)

/** Of a stream, a conversation or a topic; otherwise it is the key of everything. */
export const isOfOnePlace = (key: string) => key.length > 'hc'.length
