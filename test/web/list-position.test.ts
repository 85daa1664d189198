import { describe, expect, test } from 'vitest'
import type { Message } from '../../packages/client/src/generated/chat-api.ts'
import {
  countNewBelow,
  type ListPosition,
  placeOf,
  positionAfterChange,
  positionAfterScroll,
  startPosition,
} from '../../web/src/chat/messages/list-position.ts'
import { type LoadedRows, loadRows } from '../../web/src/chat/messages/use-loaded-rows.ts'
import { type ScrollView, visibleUnread } from '../../web/src/chat/messages/visible-rows.ts'
import { emptyList, type MessageList } from '../../web/src/chat/state/message-list.ts'

const ROW = 100
const SCREEN = 500
const narrow = { kind: 'topic', streamId: 1, topic: 'lunch' } as const

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const isRead = (id: number) => id % 2 === 0
const messageOf = (id: number) =>
  ({
    id,
    type: 'stream',
    subject: 'lunch',
    timestamp: id,
    flags: isRead(id) ? ['read'] : [],
  }) as unknown as Message

function load(list: Partial<MessageList>, previous?: LoadedRows, near?: number): LoadedRows {
  const opened = { ...emptyList('lunch', narrow), opened: 1, loading: undefined, foundNewest: true }
  const base = previous?.list ?? opened
  return loadRows({ list: { ...base, ...list }, pending: [], near, me: 1 }, messageOf, previous)
}

/** Every row is 100 pixels high. */
function viewAt(scrollOffset: number, { rows }: LoadedRows): ScrollView {
  const indexAt = (offset: number) => Math.min(rows.length - 1, Math.max(0, Math.floor(offset / ROW)))
  return {
    scrollOffset,
    viewportSize: SCREEN,
    scrollSize: rows.length * ROW,
    findItemIndex: indexAt,
    getItemOffset: (index) => index * ROW,
    getItemSize: () => ROW,
  }
}
const viewOfEnd = (loaded: LoadedRows) => viewAt(loaded.rows.length * ROW - SCREEN, loaded)

/** The list was opened, and the reader has scrolled to an offset. */
function readAt(offset: number, loaded: LoadedRows): ListPosition {
  const { position } = positionAfterChange(startPosition, loaded, null)
  const arrived = positionAfterScroll({ ...position, target: undefined }, loaded, viewOfEnd(loaded))
  return positionAfterScroll(arrived, loaded, viewAt(offset, loaded))
}

describe('where a list opens', () => {
  test('at its end when everything is read', () => {
    const { position, move } = positionAfterChange(startPosition, load({ ids: range(1, 20) }), null)
    expect(position).toMatchObject({ isAtEnd: true, target: 19, seenUpTo: 20 })
    expect(move).toEqual({ to: 'end' })
  })

  test('at its anchor, with a little context above, and in the middle for a link', () => {
    const anchored = { ids: range(1, 20), anchor: { id: 11 } }
    const unread = positionAfterChange(startPosition, load(anchored), null)
    expect(unread.move).toEqual({ to: 10, align: 'start', offset: -72 })
    expect(unread.position.isAtEnd).toBe(false)
    const link = positionAfterChange(startPosition, load(anchored, undefined, 11), null)
    expect(link.move).toEqual({ to: 10, align: 'center', offset: 0 })
    const kept = { ...anchored, anchor: { id: 11, hidden: 30 } }
    expect(positionAfterChange(startPosition, load(kept), null).move).toEqual({
      to: 10,
      align: 'start',
      offset: 30,
    })
  })

  test('once for each opening, and again when its first page is loaded', () => {
    const seeded = load({ ids: range(11, 20), loading: 'start' })
    const first = positionAfterChange(startPosition, seeded, null)
    const page = load({ ids: range(1, 20), loading: undefined, anchor: { id: 5 } }, seeded)
    const second = positionAfterChange(first.position, page, viewOfEnd(page))
    expect(second.move).toMatchObject({ to: 4 })
    const same = load({ version: 1 }, page)
    expect(positionAfterChange(second.position, same, viewAt(328, same)).move).toBeUndefined()
    const atEnd = load({ opened: 2, anchor: undefined }, same)
    expect(positionAfterChange(second.position, atEnd, viewAt(328, atEnd)).move).toEqual({
      to: 19,
      align: 'end',
      offset: 0,
    })
    const again = load({ opened: 2 }, same)
    expect(positionAfterChange(second.position, again, viewAt(328, again)).move).toMatchObject({ to: 4 })
  })

  test('nothing counts until the anchor is on the screen', () => {
    const loaded = load({ ids: range(1, 40), anchor: { id: 31 } })
    const { position } = positionAfterChange(startPosition, loaded, null)
    expect(positionAfterScroll(position, loaded, viewAt(0, loaded))).toBe(position)
    const arrived = positionAfterScroll(position, loaded, viewAt(2930, loaded))
    expect(arrived).toMatchObject({
      target: undefined,
      top: { id: 30, hidden: 30, seenUpTo: 35 },
      isAway: true,
    })
  })
})

describe('where a list stays', () => {
  test('at its end, as messages arrive', () => {
    const loaded = load({ ids: range(1, 20) })
    const position = positionAfterScroll(readAt(1500, loaded), loaded, viewOfEnd(loaded))
    const next = load({ ids: range(1, 21) }, loaded)
    expect(positionAfterChange(position, next, viewAt(1500, next)).move).toEqual({ to: 'end' })
  })

  test('where the reader scrolled to, and counts what arrives below', () => {
    const loaded = load({ ids: range(1, 40) })
    const position = readAt(1000, loaded)
    expect(position).toMatchObject({ isAtEnd: false, isAway: true, top: { id: 11, hidden: 0, seenUpTo: 16 } })
    const next = load({ ids: range(1, 42) }, loaded)
    const { move, position: kept } = positionAfterChange(position, next, viewAt(1000, next))
    expect(move).toBeUndefined()
    expect(countNewBelow(kept, next)).toBe(2)
    const back = positionAfterScroll(kept, next, viewOfEnd(next))
    expect([back.isAtEnd, back.isAway, countNewBelow(back, next)]).toEqual([true, false, 0])
  })

  test('at the same row when rows above it go away', () => {
    const loaded = load({ ids: range(1, 40) })
    const position = readAt(1030, loaded)
    const next = load({ ids: [...range(1, 4), ...range(7, 40)] }, loaded)
    expect(positionAfterChange(position, next, viewAt(1030, next)).move).toEqual({
      to: 8,
      align: 'start',
      offset: 30,
    })
  })

  test('the virtualizer keeps it when older messages are loaded', () => {
    const loaded = load({ ids: range(21, 60) })
    const next = load({ ids: range(1, 60) }, loaded)
    expect(next.change).toBe('prepended')
    expect(positionAfterChange(readAt(0, loaded), next, viewAt(2000, next)).move).toBeUndefined()
  })

  test('the last loaded message is not the end while newer ones are missing', () => {
    const loaded = load({ ids: range(1, 20), foundNewest: false, anchor: { id: 1 } })
    const position = positionAfterScroll(readAt(0, loaded), loaded, viewOfEnd(loaded))
    expect(position).toMatchObject({ isAtEnd: false, isAway: true })
    // Fetched messages are not new.
    const found = load({ ids: range(1, 30), foundNewest: true }, loaded)
    const { position: kept } = positionAfterChange(position, found, viewAt(1000, found))
    expect(countNewBelow(kept, found)).toBe(0)
  })

  test('a message that arrives while the last one is on the screen is followed', () => {
    const loaded = load({ ids: range(1, 20), anchor: { id: 17 } })
    const position = positionAfterScroll(readAt(1470, loaded), loaded, viewAt(1490, loaded))
    const away = { ...position, isAtEnd: false }
    const next = load({ ids: range(1, 21) }, loaded)
    expect(positionAfterChange(away, next, viewAt(1490, next)).move).toEqual({ to: 'end' })
  })
})

test('a list that is left is returned to where it was', () => {
  const loaded = load({ ids: range(1, 40) })
  const position = readAt(1030, loaded)
  expect(placeOf(position, loaded)).toEqual({ id: 11, hidden: 30, seenUpTo: 16 })
  const atEnd = positionAfterScroll(position, loaded, viewOfEnd(loaded))
  expect(placeOf(atEnd, loaded)).toEqual({ id: 40, hidden: 'end', seenUpTo: 40 })
  const opened = load({ ids: range(1, 40), anchor: { id: 31 } })
  expect(placeOf(positionAfterChange(startPosition, opened, null).position, opened)).toEqual({
    id: 31,
    hidden: -72,
    seenUpTo: 30,
  })
  const isLoading = load({ ids: range(31, 40), loading: 'start' })
  expect(placeOf(startPosition, isLoading)).toBeUndefined()
})

test('unread messages are visible when their end is on the screen', () => {
  const loaded = load({ ids: range(1, 20) })
  expect(visibleUnread(viewAt(0, loaded), loaded.rows)).toEqual([1, 3, 5])
  expect(visibleUnread(viewAt(50, loaded), loaded.rows)).toEqual([1, 3, 5])
  expect(visibleUnread(viewAt(200, loaded), loaded.rows)).toEqual([3, 5, 7])
})
