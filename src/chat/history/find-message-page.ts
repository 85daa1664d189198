import { badNarrow } from '../chat-error.ts'
import type { Db } from '../chat-platform.ts'
import { readerKey } from '../identity/users/reader-key.ts'
import type { Actor } from '../identity/users/user.ts'
import { canRead, conversationMembers } from '../messages/message-access.ts'
import { findMessage } from '../messages/message-store.ts'
import type { Receptions } from '../streams/recipients/receptions.ts'
import type { Streams } from '../streams/streams.ts'
import { findVisible } from './find-visible.ts'
import type { History } from './history.ts'
import { findIdSince } from './message-query-store.ts'
import type { FoundMessage, MessageSearch } from './message-search.ts'
import { historySource } from './message-source.ts'
import { type CompiledNarrow, type Condition, notMuted } from './narrows/condition.ts'
import { findOperator } from './narrows/narrow-operators.ts'
import type { NarrowTerm } from './narrows/read-narrow.ts'
import { scopeNarrow } from './search-scope.ts'

/** Operators that choose a conversation. */
const places = new Set(['stream', 'channel', 'topic', 'subject', 'pm-with', 'dm'])

/** Each word is looked up in every segment of the index. */
const WORDS_LIMIT = 50

/** Limits long phrases in the same way. */
const TOKENS_LIMIT = 200

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
  const [before, fromAnchor] = await Promise.all([
    find({ before: anchor, direction: 'descending', limit: wanted.numBefore + 1 }),
    anchor === NEWEST ? [] : find({ after: anchor - 1, limit: wanted.numAfter + 2 }),
  ])
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

/** Resolves the names in the terms, and decides which histories they open. */
async function compileNarrow(
  chat: Streams,
  actor: Actor,
  terms: readonly NarrowTerm[],
): Promise<CompiledNarrow> {
  const conditions: Condition[] = []
  const openRecipients = new Set<number>()
  let receivedOnly = false
  let [since, until] = [0, Number.POSITIVE_INFINITY]
  for (const term of await resolveWith(chat.database.read, actor, terms)) {
    const operator = findOperator(term.operator)
    if (!operator) throw badNarrow(`unknown operator ${term.operator}`)
    const operand = Array.isArray(term.operand) ? term.operand.join(',') : String(term.operand)
    const meaning = await operator.mean(chat, actor, term, operand)
    const { condition } = meaning
    if (condition) conditions.push({ ...condition, negated: condition.negated !== term.negated })
    const [from, to] = term.negated ? [meaning.until, meaning.since] : [meaning.since, meaning.until]
    since = Math.max(since, from ?? 0)
    until = Math.min(until, to ?? Number.POSITIVE_INFINITY)
    if (meaning.receivedOnly) receivedOnly = true
    if (!term.negated) for (const id of meaning.opens ?? []) openRecipients.add(id)
  }
  checkWords(conditions)
  if (receivedOnly) openRecipients.clear()
  return { conditions, openRecipients, since, until }
}

function checkWords(conditions: readonly Condition[]): void {
  const terms = conditions.flatMap((condition) => (condition.kind === 'text' ? condition.terms : []))
  if (terms.length > WORDS_LIMIT) throw badNarrow(`too many words (limit: ${WORDS_LIMIT})`)
  const tokens = terms.reduce((sum, term) => sum + term.tokens.length, 0)
  if (tokens > TOKENS_LIMIT) throw badNarrow(`search is too long (limit: ${TOKENS_LIMIT} words)`)
}

/**
 * `with` chooses the conversation that a message is in now, so a link to a topic still works after the topic has moved.
 * If the message is gone, the other terms of the link choose.
 */
async function resolveWith(
  db: Db,
  actor: Actor,
  terms: readonly NarrowTerm[],
): Promise<readonly NarrowTerm[]> {
  const term = terms.find(({ operator }) => operator === 'with')
  if (!term) return terms
  if (term.negated || !/^\d{1,15}$/.test(String(term.operand))) throw badNarrow("invalid 'with' operand")
  const others = terms.filter(({ operator }) => operator !== 'with')
  const message = await findMessage(db, actor.realm.id, Number(term.operand))
  if (!message || !(await canRead(db, actor, message))) {
    if (others.some(({ operator }) => places.has(operator))) return others
    throw badNarrow("invalid 'with' operand")
  }
  const rest = others.filter(({ operator }) => !places.has(operator))
  const members = await conversationMembers(db, message)
  const chosen = (operator: string, operand: NarrowTerm['operand']) => ({ operator, operand, negated: false })
  if (members) return [chosen('dm', members), ...rest]
  return [chosen('channel', message.stream_id!), chosen('topic', message.topic), ...rest]
}
