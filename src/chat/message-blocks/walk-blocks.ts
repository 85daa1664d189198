import type { Visibility } from '../narrows/visibility.ts'
import type { BlockSource } from './block-source.ts'
import type { MessageBlock } from './message-block.ts'

/** Messages of a block that the reader may see, from index `start` until before `end`. */
export interface Span {
  block: MessageBlock
  start: number
  end: number
  /** all of the block came to the reader */
  isReceived: boolean
}

/** Somebody who sees so little among so much is better served by a search. */
const HIDDEN_LIMIT = 500

/** The last `limit` visible messages before an id, ascending. undefined: too many others lie between them. */
export async function walkBack(
  source: BlockSource,
  visibility: Visibility,
  before: number,
  limit: number,
): Promise<Span[] | undefined> {
  const spans: Span[] = []
  let wanted = limit
  let hidden = 0
  let upper = before
  while (wanted > 0 && upper > 0) {
    const block = source.knownBefore(upper) ?? (await source.loadBefore(upper))
    if (!block) break
    let end = block.indexOf(upper)
    const isReceived = visibility.receivedAll(block)
    const isOpen = isReceived || visibility.seesAll(block)
    while (end > 0 && wanted > 0) {
      let start = isOpen ? Math.max(0, end - wanted) : end
      while (!isOpen && start > 0 && end - start < wanted && seesAt(visibility, block, start - 1)) start -= 1
      if (start < end) spans.push({ block, start, end, isReceived })
      wanted -= end - start
      if (!isOpen && start > 0 && wanted > 0) {
        hidden += 1
        start -= 1
      }
      end = start
    }
    if (hidden > HIDDEN_LIMIT) return undefined
    upper = Math.min(upper - 1, block.from)
  }
  return spans.reverse()
}

/** The first `limit` visible messages from an id on, ascending. undefined: too many others lie between them. */
export async function walkOn(
  source: BlockSource,
  visibility: Visibility,
  from: number,
  limit: number,
): Promise<Span[] | undefined> {
  const spans: Span[] = []
  let wanted = limit
  let hidden = 0
  let lower = from
  while (wanted > 0) {
    const block = source.knownFrom(lower) ?? (await source.loadFrom(lower))
    if (!block) break
    let start = block.indexOf(lower)
    const isReceived = visibility.receivedAll(block)
    const isOpen = isReceived || visibility.seesAll(block)
    const { length } = block.ids
    while (start < length && wanted > 0) {
      let end = isOpen ? Math.min(length, start + wanted) : start
      while (!isOpen && end < length && end - start < wanted && seesAt(visibility, block, end)) end += 1
      if (start < end) spans.push({ block, start, end, isReceived })
      wanted -= end - start
      if (!isOpen && end < length && wanted > 0) {
        hidden += 1
        end += 1
      }
      start = end
    }
    if (hidden > HIDDEN_LIMIT) return undefined
    lower = Math.max(lower, block.to) + 1
  }
  return spans
}

export const lengthOf = (spans: readonly Span[]) => {
  let length = 0
  for (const { start, end } of spans) length += end - start
  return length
}

/** Leaves out so many messages at the end. */
export function dropLast(spans: Span[], count: number): void {
  for (let left = count; left > 0; ) {
    const last = spans.at(-1)!
    const taken = Math.min(left, last.end - last.start)
    last.end -= taken
    left -= taken
    if (last.start === last.end) spans.pop()
  }
}

/** Leaves out one message at the beginning. */
export function dropFirst(spans: Span[]): void {
  const first = spans[0]!
  first.start += 1
  if (first.start === first.end) spans.shift()
}

const seesAt = (visibility: Visibility, { ids, recipientIds }: MessageBlock, index: number) =>
  visibility.canSee({ id: ids[index]!, recipientId: recipientIds[index]! })
