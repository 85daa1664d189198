import type { VirtualizerHandle } from 'virtua'
import type { Row } from './build-rows.ts'

/** What is on the screen: the scroll offset, and the sizes of the rows. */
export type ScrollView = Pick<
  VirtualizerHandle,
  'scrollOffset' | 'scrollSize' | 'viewportSize' | 'findItemIndex' | 'getItemOffset' | 'getItemSize'
>

export function pixelsBelow(view: ScrollView): number {
  return view.scrollSize - view.viewportSize - view.scrollOffset
}

/** Whether any part of a row is on the screen. */
export function isVisible(view: ScrollView, index: number): boolean {
  if (view.viewportSize === 0) return false
  return view.findItemIndex(view.scrollOffset) <= index && index <= view.findItemIndex(endOf(view))
}

/** Whether the end of a row is above the lower edge of the screen, or at most `slack` pixels below it. */
export function isEndVisible(view: ScrollView, index: number, slack: number): boolean {
  return view.viewportSize > 0 && rowEnd(view, index) <= endOf(view) + slack
}

/** The row at the upper edge of the screen. */
export interface TopRow {
  readonly id: number
  /** How many pixels of it are above the edge. */
  readonly hidden: number
  /** The last row on the screen. */
  readonly seenUpTo: number
}

export function topRow(view: ScrollView, rows: readonly Row[]): TopRow | undefined {
  const index = view.findItemIndex(view.scrollOffset)
  const row = rows[index]
  const last = rows[view.findItemIndex(endOf(view))] ?? rows.at(-1)
  return (
    row && last && { id: row.id, hidden: view.scrollOffset - view.getItemOffset(index), seenUpTo: last.id }
  )
}

/** The unread messages whose end is on the screen. */
export function visibleUnread(view: ScrollView, rows: readonly Row[]): number[] {
  const first = view.findItemIndex(view.scrollOffset)
  const last = view.findItemIndex(endOf(view))
  return rows
    .slice(first, last + 1)
    .filter((row, index) => isEndVisible(view, first + index, 1) && !row.message.flags.includes('read'))
    .map((row) => row.id)
}

const endOf = (view: ScrollView) => view.scrollOffset + view.viewportSize
const rowEnd = (view: ScrollView, index: number) => view.getItemOffset(index) + view.getItemSize(index)
