import type { Place } from '../state/message-list.ts'
import { rowIndex } from './build-rows.ts'
import type { LoadedRows } from './use-loaded-rows.ts'
import { isEndVisible, isVisible, pixelsBelow, type ScrollView, type TopRow, topRow } from './visible-rows.ts'

/** In pixels: closer to the end than this counts as at the end; how much to show above the first unread message. */
const END_SLACK = 40
const CONTEXT = 72

/** Where the reader is in a message list. Pure: the functions below take a position and return the next one. */
export interface ListPosition {
  /** Which opening of the list it belongs to. */
  readonly opening: string | undefined
  /** The index that the list is scrolling to. Until that row is on the screen, the scroll offset means nothing. */
  readonly target: number | undefined
  /** The list follows its end: new messages scroll into view. */
  readonly isAtEnd: boolean
  readonly offset: number
  readonly top: TopRow | undefined
  /** The end is out of view, so offer to go there. */
  readonly isAway: boolean
  /** The newest message when the reader was last at the end. Later ones are new. */
  readonly seenUpTo: number | undefined
}

/** How to scroll so that the position holds. */
export type ScrollMove =
  | { readonly to: 'end' }
  | { readonly to: number; readonly align: 'start' | 'center' | 'end'; readonly offset: number }

interface Step {
  position: ListPosition
  move: ScrollMove | undefined
}

export const startPosition: ListPosition = {
  opening: undefined,
  target: undefined,
  isAtEnd: true,
  offset: 0,
  top: undefined,
  isAway: false,
  seenUpTo: undefined,
}

/** A list goes to its anchor once for each opening, and again when its first page is loaded. */
export const openingOf = ({ list }: LoadedRows) => `${list.opened} ${list.loading === 'start'}`

/** Other rows are loaded: go to the anchor of an opened list, follow the end, or keep the same row at the top. */
export function positionAfterChange(
  position: ListPosition,
  loaded: LoadedRows,
  view: ScrollView | null,
): Step {
  return position.opening === openingOf(loaded)
    ? keepPosition(position, loaded, view)
    : goToAnchor(position, loaded)
}

function goToAnchor(position: ListPosition, loaded: LoadedRows): Step {
  const { list, rows, items, near } = loaded
  const index = list.anchor === undefined ? -1 : rowIndex(rows, list.anchor.id)
  const isAtEnd = index < 0
  const next = {
    ...position,
    opening: openingOf(loaded),
    target: isAtEnd ? items.length - 1 : index,
    isAtEnd,
    seenUpTo: rows.at(-1)?.id,
  }
  if (isAtEnd) {
    // By index, it replaces the scrolling to an earlier anchor, which may still be in progress.
    const isFirst = position.opening === undefined || items.length === 0
    return { position: next, move: isFirst ? { to: 'end' } : { to: next.target, align: 'end', offset: 0 } }
  }
  const move: ScrollMove =
    near !== undefined && near === list.anchor?.id
      ? { to: index, align: 'center', offset: 0 }
      : { to: index, align: 'start', offset: list.anchor?.hidden ?? -CONTEXT }
  return { position: next, move }
}

function keepPosition(position: ListPosition, loaded: LoadedRows, view: ScrollView | null): Step {
  const { change, endChanged, list, previousRows, rows } = loaded
  // Do not scroll without need: the reader may have scrolled away without the scroll event having arrived.
  if (change === 'none' && !endChanged) return { position, move: undefined }
  const sawLast = view && previousRows.length > 0 && isEndVisible(view, previousRows.length - 1, END_SLACK)
  const follows = (change === 'appended' || change === 'none') && list.foundNewest && Boolean(sawLast)
  const isAtEnd = position.isAtEnd || follows
  const seenUpTo = endChanged ? rows.at(-1)?.id : position.seenUpTo
  const next = { ...position, target: pendingTarget(position, view), isAtEnd, seenUpTo }
  if (isAtEnd) return { position: next, move: { to: 'end' } }
  // The virtualizer itself keeps the position when rows are added at one side only.
  if (change !== 'other' || !next.top || next.target !== undefined) return { position: next, move: undefined }
  const index = rowIndex(rows, next.top.id)
  if (index < 0) return { position: next, move: undefined }
  return { position: next, move: { to: index, align: 'start', offset: next.top.hidden } }
}

/** The reader scrolled, or sizes changed. */
export function positionAfterScroll(
  position: ListPosition,
  loaded: LoadedRows,
  view: ScrollView,
): ListPosition {
  if (pendingTarget(position, view) !== undefined) return position
  const { foundNewest } = loaded.list
  const offset = view.scrollOffset
  const below = pixelsBelow(view)
  let { isAtEnd } = position
  // Only movement reaches or leaves the end: until rows are rendered, their sizes are estimates.
  if (offset < position.offset - 1 && below >= END_SLACK) isAtEnd = false
  else if (offset > position.offset && below < END_SLACK) isAtEnd = foundNewest
  return {
    ...position,
    target: undefined,
    isAtEnd,
    offset,
    top: topRow(view, loaded.rows),
    isAway: !isAtEnd && (below > END_SLACK || !foundNewest),
    seenUpTo: isAtEnd ? loaded.rows.at(-1)?.id : position.seenUpTo,
  }
}

/** The target of the position, unless that row is on the screen by now. */
function pendingTarget({ target }: ListPosition, view: ScrollView | null): number | undefined {
  return target !== undefined && view && isVisible(view, target) ? undefined : target
}

/** Where the reader is, to come back to; undefined until the first page is loaded. */
export function placeOf(
  { target, isAtEnd, top }: ListPosition,
  { rows, list }: LoadedRows,
): Place | undefined {
  const last = rows.at(-1)
  if (list.loading === 'start' || !last) return undefined
  if (isAtEnd) return { id: last.id, hidden: 'end', seenUpTo: last.id }
  if (target === undefined) return top
  const { id } = rows[target]!
  return { id, hidden: list.anchor?.hidden ?? -CONTEXT, seenUpTo: id - 1 }
}

/** How many messages arrived below since the reader was last at the end. */
export function countNewBelow({ seenUpTo }: Pick<ListPosition, 'seenUpTo'>, loaded: LoadedRows): number {
  if (seenUpTo === undefined || !loaded.list.foundNewest) return 0
  const first = rowIndex(loaded.rows, seenUpTo + 1)
  return first < 0 ? 0 : loaded.rows.length - first
}
