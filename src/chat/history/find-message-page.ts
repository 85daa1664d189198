import { readerKey } from '../identity/users/reader-key.ts'
import type { Actor } from '../identity/users/user.ts'
import type { Receptions } from '../streams/recipients/receptions.ts'
import { findVisible } from './find-visible.ts'
import type { History } from './history.ts'
import { findIdSince } from './message-date-store.ts'
import type { FoundMessage, MessageSearch } from './message-search.ts'
import { historySource } from './message-source.ts'
import { compileNarrow } from './narrows/compile-narrow.ts'
import { type CompiledNarrow, type Condition, notMuted } from './narrows/condition.ts'
import type { NarrowTerm } from './narrows/read-narrow.ts'
import { scopeNarrow } from './search-scope.ts'

/** Above every possible message id: means the newest. */
export const NEWEST = 10_000_000_000_000_000
export const OLDEST = 0

export interface WantedPage {
  /** `since`: the first message sent at this time (UNIX seconds) or later */
  anchor: number | 'first_unread' | { since: number }
  numBefore: number
  numAfter: number
  narrow: readonly NarrowTerm[]
  /** false: only messages before and after it */
  includeAnchor?: boolean
}

/** Messages of a narrow that the actor can see. */
export interface VisibleMessages {
  /** ascending */
  ids: number[]
  conditions: readonly Condition[]
  receptions: Receptions
}

export interface MessagePage extends VisibleMessages {
  anchor: number
  foundAnchor: boolean
  foundOldest: boolean
  foundNewest: boolean
}

/** Decides which messages of a narrow are on a page around an anchor. Nothing else does. */
export async function findMessagePage(chat: History, actor: Actor, wanted: WantedPage): Promise<MessagePage> {
  const history = await openHistory(chat, actor, wanted.narrow)
  const { find, narrow, receptions } = history
  const anchor = typeof wanted.anchor === 'number' ? wanted.anchor : await findAnchor(history, wanted.anchor)
  // One more than requested on either side shows whether there are more.
  const before = await find({ before: anchor, direction: 'descending', limit: wanted.numBefore + 1 })
  const fromAnchor = anchor === NEWEST ? [] : await find({ after: anchor - 1, limit: wanted.numAfter + 2 })
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
    anchor,
    foundAnchor,
    foundOldest: !older && !(isEmpty && newer),
    foundNewest: !newer && !(isEmpty && older),
    ids,
    conditions: narrow.conditions,
    receptions,
  }
}

async function findAnchor({ find, idSince }: OpenedHistory, wanted: 'first_unread' | { since: number }) {
  const [first] =
    wanted === 'first_unread'
      ? await find({ limit: 1 }, [unread, notMuted])
      : await find({ after: (await idSince(wanted.since)) - 1, limit: 1 })
  return first?.id ?? NEWEST
}

/** Which of the given messages are in a narrow. */
export async function findAmong(
  chat: History,
  actor: Actor,
  ids: readonly number[],
  terms: readonly NarrowTerm[],
): Promise<VisibleMessages> {
  const { find, narrow, receptions } = await openHistory(chat, actor, terms)
  const among: Condition = { kind: 'column', column: 'id', values: ids, negated: false }
  const found = await find({ limit: ids.length }, [among])
  return { ids: found.map(({ id }) => id), conditions: narrow.conditions, receptions }
}

const unread: Condition = { kind: 'unread', negated: false }

interface OpenedHistory {
  narrow: CompiledNarrow
  receptions: Receptions
  /** The nearest messages that match the narrow and the additional conditions. */
  find(search: Partial<MessageSearch>, more?: readonly Condition[]): Promise<readonly FoundMessage[]>
  /** The lowest id from which on messages were sent at this time (UNIX seconds) or later. */
  idSince(seconds: number): Promise<number>
}

async function openHistory(
  chat: History,
  actor: Actor,
  terms: readonly NarrowTerm[],
): Promise<OpenedHistory> {
  const { realm, user } = actor
  // Loaded first, so that the receptions include at least these messages.
  const newest = await chat.newestMessages.require(realm.id)
  const narrow = await compileNarrow(chat, actor, terms)
  const receptions = await chat.receptions.require(readerKey(realm.id, user.id))
  const source = historySource(chat, realm.id)
  const plain = await scopeNarrow(chat, actor, receptions, narrow)
  const idSince = (seconds: number) => findIdSince(chat.database.read, realm.id, seconds, newest)
  const earliest = narrow.since > 0 ? await idSince(narrow.since) : 0
  const end = narrow.until < Number.POSITIVE_INFINITY ? await idSince(narrow.until) : newest + 1
  return {
    narrow,
    receptions,
    idSince,
    async find({ after = 0, before = NEWEST, direction = 'ascending', limit = 1 }, more = []) {
      const all = { ...narrow, conditions: [...more, ...narrow.conditions] }
      const { scope, conditions } =
        more.length === 0 ? plain : await scopeNarrow(chat, actor, receptions, all)
      return findVisible(source, scope, {
        realmId: realm.id,
        userId: user.id,
        conditions,
        after: Math.max(after, earliest - 1),
        before: Math.min(before, end),
        direction,
        limit,
      })
    },
  }
}
