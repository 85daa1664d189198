import type { Message } from '@switchboard/client/chat'
import type { Row } from './build-rows.ts'
import type { ScrollView } from './visible-rows.ts'

/** In pixels: the height of a conversation header. */
export const HEADER_HEIGHT = 32

/** The header that stays at the upper edge while the messages below it scroll past. */
export interface StuckHeader {
  /** One of its conversation. */
  readonly message: Message
  /** In pixels: how far the next header has pushed it up. */
  readonly shift: number
}

/** `distanceOf` is how far below the upper edge the header of a rendered row is. */
export function stuckHeader(
  view: ScrollView,
  rows: readonly Row[],
  distanceOf: (id: number) => number | undefined,
): StuckHeader | undefined {
  const distanceAt = (index: number) => {
    const row = rows[index]
    return row?.startsConversation ? distanceOf(row.id) : undefined
  }
  const top = view.findItemIndex(view.scrollOffset)
  // The first row on the screen may have its own header still below the edge.
  const first = (distanceAt(top) ?? 0) > 0 ? top - 1 : top
  const row = rows[first]
  if (!row) return undefined
  let shift = 0
  for (let next = first + 1; next < rows.length && shift === 0; next += 1) {
    if (view.getItemOffset(next) >= view.scrollOffset + HEADER_HEIGHT) break
    shift = Math.min(0, (distanceAt(next) ?? HEADER_HEIGHT) - HEADER_HEIGHT)
  }
  return { message: row.message, shift }
}
