import type { Chat, Db } from '../chat.ts'
import { badNarrow } from '../chat-error.ts'
import { listUnread } from '../read-state/list-unread.ts'
import { findConversation, listConversationsWith } from '../recipients/recipient-store.ts'
import { readSearch, type SearchTerm } from '../search/search-term.ts'
import { isOpenTo } from '../streams/stream-access.ts'
import { listStreams } from '../streams/stream-store.ts'
import { listSubscriptionRows } from '../subscriptions/subscription-store.ts'
import { findPrincipal } from '../users/find-principal.ts'
import type { Actor, User } from '../users/user.ts'
import { type CompiledNarrow, type Condition, notMuted } from './condition.ts'
import { findNarrowStream } from './narrow-stream.ts'
import type { NarrowTerm } from './read-narrow.ts'

/** What a search asks for has to be put to every part of the index. */
const WORDS_LIMIT = 50
/** The same for long phrases. */
const TOKENS_LIMIT = 200

/** Looks up what the terms name, and decides which histories they open. */
export async function compileNarrow(
  chat: Chat,
  actor: Actor,
  terms: readonly NarrowTerm[],
): Promise<CompiledNarrow> {
  const conditions: Condition[] = []
  const openRecipients = new Set<number>()
  const words: SearchTerm[] = []
  let wordCount = 0
  let tokenCount = 0
  for (const term of terms) {
    for (const condition of await compileTerm(chat, actor, term, openRecipients)) {
      conditions.push({ ...condition, negated: condition.negated !== term.negated } as Condition)
      if (condition.kind !== 'text') continue
      wordCount += condition.terms.length
      for (const { tokens } of condition.terms) tokenCount += tokens.length
      if (!term.negated) words.push(...condition.terms)
    }
  }
  if (wordCount > WORDS_LIMIT) throw badNarrow(`too many words (limit: ${WORDS_LIMIT})`)
  if (tokenCount > TOKENS_LIMIT) throw badNarrow(`search is too long (limit: ${TOKENS_LIMIT} words)`)
  const states = terms.filter(({ operator, operand }) => operator === 'is' && operand !== 'resolved')
  if (states.length > 0) {
    // Flags belong to messages that one has received; only stars can be given to what one has looked up.
    openRecipients.clear()
    if (states.every(({ operand, negated }) => operand === 'starred' && !negated))
      for (const id of await listOpenRecipients(chat.database.read, actor)) openRecipients.add(id)
  }
  return { conditions, openRecipients, words }
}

async function compileTerm(
  chat: Chat,
  actor: Actor,
  term: NarrowTerm,
  open: Set<number>,
): Promise<Condition[]> {
  const db = chat.database.read
  const operand = Array.isArray(term.operand) ? term.operand.join(',') : String(term.operand)
  const yes = { negated: false } as const
  switch (term.operator) {
    case 'stream':
    case 'channel':
      return [await streamCondition(chat, actor, term, operand, open)]
    case 'streams':
    case 'channels':
      return [await publicStreams(db, actor, term, operand, open)]
    case 'topic':
    case 'subject':
      return [{ ...yes, kind: 'topic', key: operand.trim().toLowerCase() }]
    case 'sender':
    case 'from':
      return [
        {
          ...yes,
          kind: 'sender',
          id: (await findPerson(db, actor, term.operand, `unknown user ${operand}`)).id,
        },
      ]
    case 'pm-with':
    case 'dm':
      return [await conversationCondition(db, actor, term, operand)]
    case 'group-pm-with':
    case 'dm-including':
      return [await groupCondition(db, actor, term, operand)]
    case 'is':
      return [await stateCondition(db, actor, operand)]
    case 'has':
      if (!isHasOperand(operand)) {
        throw badNarrow(`unknown 'has' operand ${operand}`)
      }
      return [{ ...yes, kind: 'has', what: operand }]
    case 'in':
      return homeConditions(operand)
    case 'id':
      if (!/^\d{1,16}$/.test(operand)) throw badNarrow('Invalid message ID')
      return [{ ...yes, kind: 'message', id: Number(operand) }]
    case 'near':
      return []
    case 'search':
      return searchConditions(operand)
    default:
      throw badNarrow(`unknown operator ${term.operator}`)
  }
}

async function streamCondition(
  chat: Chat,
  actor: Actor,
  term: NarrowTerm,
  operand: string,
  open: Set<number>,
) {
  const { stream, isOpen } = await findNarrowStream(chat, actor, term.operand, operand)
  if (isOpen && !term.negated) open.add(stream.recipient_id)
  return { kind: 'recipient', id: stream.recipient_id, negated: false } as const
}

/** Streams in which the actor can look up what they never received. */
async function listOpenRecipients(db: Db, actor: Actor): Promise<number[]> {
  const rows = await listSubscriptionRows(db, actor.realm.id, actor.user.id)
  const own = new Set(rows.filter((row) => row.active === 1).map((row) => row.stream_id))
  const streams = await listStreams(db, actor.realm.id)
  return streams
    .filter((stream) => isOpenTo(actor, stream) || (stream.history_public === 1 && own.has(stream.id)))
    .map((stream) => stream.recipient_id)
}

async function publicStreams(db: Db, actor: Actor, term: NarrowTerm, operand: string, open: Set<number>) {
  if (operand !== 'public') throw badNarrow(`unknown streams operand ${operand}`)
  const streams = (await listStreams(db, actor.realm.id)).filter((stream) => isOpenTo(actor, stream))
  if (!term.negated) for (const stream of streams) open.add(stream.recipient_id)
  return { kind: 'streams', ids: streams.map((stream) => stream.id), negated: false } as const
}

async function conversationCondition(
  db: Db,
  actor: Actor,
  term: NarrowTerm,
  operand: string,
): Promise<Condition> {
  const names = Array.isArray(term.operand) ? term.operand : operand.split(',').map((name) => name.trim())
  const ids = [actor.user.id]
  for (const name of names) ids.push((await findPerson(db, actor, name, `unknown user in ${operand}`)).id)
  const conversation = await findConversation(db, actor.realm.id, ids)
  return { kind: 'recipients', ids: conversation ? [conversation.id] : [], negated: false }
}

async function groupCondition(db: Db, actor: Actor, term: NarrowTerm, operand: string): Promise<Condition> {
  const other = await findPerson(db, actor, term.operand, `unknown user ${operand}`)
  const least = term.operator === 'dm-including' ? 1 : 3
  const ids = await listConversationsWith(db, actor.realm.id, actor.user.id, other.id, least)
  return { kind: 'recipients', ids, negated: false }
}

async function stateCondition(db: Db, actor: Actor, operand: string): Promise<Condition> {
  switch (operand) {
    case 'private':
    case 'dm':
      return { kind: 'private', negated: false }
    case 'starred':
    case 'mentioned':
      return { kind: 'flag', flag: operand, negated: false }
    case 'resolved':
      return { kind: 'resolved', negated: false }
    case 'alerted':
      return { kind: 'flag', flag: 'has_alert_word', negated: false }
    case 'unread': {
      const unread = await listUnread(db, actor.realm.id, actor.user.id)
      return { kind: 'unread', ids: unread.map((message) => message.id), negated: false }
    }
    default:
      throw badNarrow(`unknown 'is' operand ${operand}`)
  }
}

const hasOperands = ['link', 'image', 'attachment', 'reaction'] as const
const isHasOperand = (operand: string): operand is (typeof hasOperands)[number] =>
  (hasOperands as readonly string[]).includes(operand)

/** An empty search asks for nothing and leaves everything; one of punctuation alone finds nothing. */
function searchConditions(operand: string): Condition[] {
  const terms = readSearch(operand)
  if (terms.length > 0) return [{ kind: 'text', terms, negated: false }]
  return operand.trim() === '' ? [] : [{ kind: 'recipients', ids: [], negated: false }]
}

/** The home view leaves out what is muted. */
function homeConditions(operand: string): Condition[] {
  if (operand === 'all') return []
  if (operand !== 'home') throw badNarrow(`unknown 'in' operand ${operand}`)
  return [notMuted]
}

async function findPerson(
  db: Db,
  actor: Actor,
  named: NarrowTerm['operand'],
  complaint: string,
): Promise<User> {
  const user = await findPrincipal(db, actor, typeof named === 'number' ? named : String(named))
  if (!user) throw badNarrow(complaint)
  return user
}
