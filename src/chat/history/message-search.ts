import type { Condition } from './narrows/condition.ts'

/** A search among all messages. It knows no permissions: only find-visible.ts decides what a reader sees. */
export interface MessageSearch {
  readonly realmId: number
  readonly userId: number
  readonly conditions: readonly Condition[]
  /** exclusive */
  readonly after: number
  /** exclusive */
  readonly before: number
  readonly direction: 'ascending' | 'descending'
  readonly limit: number
}

/** A range of messages of one stream or conversation. */
export interface Place {
  readonly recipientId: number
  readonly from: number
  /** inclusive */
  readonly to: number
}

export interface FoundMessage {
  readonly id: number
  readonly recipientId: number
}

/** Where messages come from. Returns the nearest ones in the direction of the search, and knows no permissions. */
export interface MessageSource {
  /** In the whole organization. */
  find(search: MessageSearch): Promise<readonly FoundMessage[]>
  /** Only in these places, within the bounds of the search. */
  findInPlaces(search: MessageSearch, places: readonly Place[]): Promise<readonly FoundMessage[]>
  /** Above the returned id, a stream or conversation has no message. Those that are missing have no known end. */
  endsOf(recipientIds: readonly number[]): Promise<ReadonlyMap<number, number>>
}

export const inDirection =
  ({ direction }: MessageSearch) =>
  (one: { id: number }, other: { id: number }) =>
    direction === 'ascending' ? one.id - other.id : other.id - one.id

/** The same search, continued after a message. */
export const continueAfter = (search: MessageSearch, id: number): MessageSearch =>
  search.direction === 'ascending' ? { ...search, after: id } : { ...search, before: id }
