import type { Chat } from '../chat.ts'
import { compileNarrow } from '../narrows/compile-narrow.ts'
import type { CompiledNarrow } from '../narrows/condition.ts'
import { findFirstUnread, NEWEST } from '../narrows/find-anchor.ts'
import { findVisible } from '../narrows/find-visible.ts'
import type { NarrowTerm } from '../narrows/read-narrow.ts'
import { loadVisibility, type Visibility } from '../narrows/visibility.ts'
import { messageFinder } from '../search/message-finder.ts'
import type { Actor } from '../users/user.ts'

export interface WantedPage {
  anchor: number | 'first_unread'
  numBefore: number
  numAfter: number
  narrow: readonly NarrowTerm[]
  /** false: only what is before and after it */
  includeAnchor?: boolean
}

/** What is looked for, by whom, and around which id. */
export interface PlacedNarrow {
  anchor: number
  narrow: CompiledNarrow
  visibility: Visibility
}

export interface MessagePage extends PlacedNarrow {
  foundAnchor: boolean
  foundOldest: boolean
  foundNewest: boolean
  /** ascending */
  ids: number[]
}

/** The messages around an anchor that fit a narrow and are visible to the actor. */
export async function findMessagePage(chat: Chat, actor: Actor, wanted: WantedPage): Promise<MessagePage> {
  return searchPage(chat, actor, await placeNarrow(chat, actor, wanted), wanted)
}

/** `findUnread` may know a shorter way; undefined: this time it does not. */
export async function placeNarrow(
  chat: Chat,
  actor: Actor,
  wanted: WantedPage,
  findUnread?: (narrow: CompiledNarrow, visibility: Visibility) => Promise<number | undefined>,
): Promise<PlacedNarrow> {
  const narrow = await compileNarrow(chat, actor, wanted.narrow)
  const visibility = await loadVisibility(chat, actor, narrow)
  if (wanted.anchor !== 'first_unread') return { narrow, visibility, anchor: wanted.anchor }
  const known = await findUnread?.(narrow, visibility)
  const anchor = known ?? (await findFirstUnread(chat.database.read, actor, narrow))
  return { narrow, visibility, anchor }
}

export async function searchPage(
  chat: Chat,
  actor: Actor,
  placed: PlacedNarrow,
  wanted: WantedPage,
): Promise<MessagePage> {
  const { narrow, visibility, anchor } = placed
  const find = messageFinder(chat, actor.realm)
  // One more than asked for, on either side: it tells whether there is more.
  const before = await findVisible(find, actor, narrow, visibility, {
    before: anchor,
    direction: 'descending',
    limit: wanted.numBefore + 1,
  })
  const fromAnchor =
    anchor === NEWEST
      ? []
      : await findVisible(find, actor, narrow, visibility, {
          after: anchor - 1,
          direction: 'ascending',
          limit: wanted.numAfter + 2,
        })
  const foundAnchor = fromAnchor[0]?.id === anchor
  const after = foundAnchor ? fromAnchor.slice(1) : fromAnchor
  const ids = [
    ...before.slice(0, wanted.numBefore).reverse(),
    ...(foundAnchor && wanted.includeAnchor !== false ? [fromAnchor[0]!] : []),
    ...after.slice(0, wanted.numAfter),
  ].map((message) => message.id)
  const older = before.length > wanted.numBefore
  const newer = after.length > wanted.numAfter
  const isEmpty = ids.length === 0
  return {
    ...placed,
    foundAnchor,
    foundOldest: !older && !(isEmpty && newer),
    foundNewest: !newer && !(isEmpty && older),
    ids,
  }
}
