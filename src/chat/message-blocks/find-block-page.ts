import type { Chat } from '../chat.ts'
import type { PlacedNarrow, WantedPage } from '../message-fetching/find-message-page.ts'
import { NEWEST } from '../narrows/find-anchor.ts'
import type { Actor } from '../users/user.ts'
import { BlockSource } from './block-source.ts'
import type { BlockShape } from './message-block.ts'
import { sequenceKey } from './sequence-key.ts'
import { dropFirst, dropLast, lengthOf, type Span, walkBack, walkOn } from './walk-blocks.ts'

/** Long pages would push everybody else's blocks out of memory. */
const LONGEST_PAGE = 400

export interface BlockPage {
  foundAnchor: boolean
  foundOldest: boolean
  foundNewest: boolean
  /** ascending */
  spans: Span[]
}

/** The same as findMessagePage says, from blocks. undefined: they are of no use here. */
export async function findBlockPage(
  chat: Chat,
  actor: Actor,
  { narrow, visibility, anchor }: PlacedNarrow,
  { numBefore, numAfter }: WantedPage,
  shape: BlockShape,
): Promise<BlockPage | undefined> {
  if (numBefore + numAfter > LONGEST_PAGE) return undefined
  const key = sequenceKey(narrow, shape)
  if (key === undefined) return undefined
  const source = new BlockSource(chat, actor, narrow.conditions, shape, key)
  if (anchor !== NEWEST) await source.loadAround(anchor, numBefore + 1, numAfter + 2)
  // One more than asked for, on either side: it tells whether there is more.
  const before = await walkBack(source, visibility, anchor, numBefore + 1)
  const after = anchor === NEWEST ? [] : await walkOn(source, visibility, anchor, numAfter + 2)
  if (!before || !after) return undefined
  const foundAnchor = after.length > 0 && after[0]!.block.ids[after[0]!.start] === anchor
  const isOlder = lengthOf(before) > numBefore
  if (isOlder) dropFirst(before)
  const surplus = lengthOf(after) - numAfter - (foundAnchor ? 1 : 0)
  if (surplus > 0) dropLast(after, surplus)
  const spans = [...before, ...after]
  const isEmpty = spans.length === 0
  return {
    foundAnchor,
    foundOldest: !isOlder && !(isEmpty && surplus > 0),
    foundNewest: surplus <= 0 && !(isEmpty && isOlder),
    spans,
  }
}
