import { badNarrow } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { readSearch } from '../../messages/search-index/search-term.ts'
import { findPrincipal } from '../../people/find-principal.ts'
import { listOpenStreams, listStreamsWithOpenHistory } from '../../streams/open-streams.ts'
import { loadReceptionsOf } from '../../streams/recipients/receptions.ts'
import { findConversation, listConversationsWith } from '../../streams/recipients/recipient-store.ts'
import { STREAM_NAME_LIMIT, type Stream } from '../../streams/stream.ts'
import { isHistoryOpenTo, isOpenTo } from '../../streams/stream-access.ts'
import { findStream, streamKey } from '../../streams/stream-store.ts'
import type { Streams } from '../../streams/streams.ts'
import { isSubscribed } from '../../streams/subscriptions/subscription-store.ts'
import { readDate } from '../read-date.ts'
import { type Condition, type MessageColumn, notMuted, type Test } from './condition.ts'
import type { NarrowTerm } from './read-narrow.ts'

/** The meaning of a term, before it is negated. */
interface Meaning {
  /** undefined: matches every message */
  readonly condition?: Condition
  /** Streams whose whole history the term opens to the actor, as recipients. */
  readonly opens?: readonly number[]
  /** Only messages sent at this time (UNIX seconds) or later; negated: sent before it. */
  readonly since?: number
  /** Only messages sent before this time; negated: at this time or later. */
  readonly until?: number
  /** It matches only received messages. With it, no term opens a history. */
  readonly receivedOnly?: true
}

/** A new message, as its event describes it to a reader. */
export interface NewMessageFacts {
  readonly senderId: number
  readonly senderEmail: string
  /** undefined: a private message */
  readonly stream: { readonly id: number; readonly name: string; readonly topic: string } | undefined
  /** of a private message: everybody in it except the reader */
  readonly others: readonly { readonly id: number; readonly email: string }[]
  readonly flags: readonly string[]
}

/** One operator. Search index tokens and SQL are derived from its condition. */
interface Operator {
  readonly names: readonly string[]
  /** For narrows of event queues; undefined: a new message alone cannot decide. Uses current names. */
  fits?(operand: string, message: NewMessageFacts): boolean | undefined
  mean(chat: Streams, actor: Actor, term: NarrowTerm, operand: string): Meaning | Promise<Meaning>
}

const same = (one: string, other: string) => one.toLowerCase() === other.trim().toLowerCase()
const is = (test: Test): Meaning => ({ condition: { ...test, negated: false } })
const among = (column: MessageColumn, values: readonly number[]) => is({ kind: 'column', column, values })

/** Every operator, defined once. */
const operators: readonly Operator[] = [
  {
    names: ['stream', 'channel'],
    fits: (operand, { stream }) =>
      stream !== undefined && (same(stream.name, operand) || String(stream.id) === operand),
    async mean(chat, actor, term, operand) {
      const { stream, isOpen } = await findNarrowStream(chat, actor, term.operand, operand)
      const ids = [stream.recipient_id]
      return { ...among('recipient_id', ids), opens: isOpen ? ids : [] }
    },
  },
  {
    names: ['streams', 'channels'],
    async mean(chat, actor, _term, operand) {
      if (operand !== 'public') throw badNarrow(`unknown streams operand ${operand}`)
      const ids = (await listOpenStreams(chat.database.read, actor)).map((stream) => stream.recipient_id)
      return { ...among('recipient_id', ids), opens: ids }
    },
  },
  {
    names: ['topic', 'subject'],
    fits: (operand, { stream }) => stream !== undefined && same(stream.topic, operand),
    mean: (_chat, _actor, _term, operand) => is({ kind: 'topic', key: operand.trim().toLowerCase() }),
  },
  {
    names: ['sender', 'from'],
    fits: (operand, { senderEmail, senderId }) => same(senderEmail, operand) || String(senderId) === operand,
    mean: async (chat, actor, term, operand) =>
      among('sender_id', [await findPerson(chat, actor, term.operand, `unknown user ${operand}`)]),
  },
  { names: ['pm-with'], mean: meanConversation },
  {
    names: ['dm'],
    fits: (operand, { stream, others }) => stream === undefined && areExactly(others, operand.split(',')),
    mean: meanConversation,
  },
  {
    names: ['group-pm-with', 'dm-including'],
    async mean(chat, { realm, user }, { operator, operand: named }, operand) {
      const other = await findPerson(chat, { realm, user }, named, `unknown user ${operand}`)
      const people = operator === 'dm-including' ? 1 : 3
      return among(
        'recipient_id',
        await listConversationsWith(chat.database.read, realm.id, user.id, other, people),
      )
    },
  },
  {
    names: ['is'],
    fits: (operand, message) => states.get(operand)?.fits(message),
    async mean(chat, actor, { negated }, operand) {
      const test = states.get(operand)?.test
      if (!test) throw badNarrow(`unknown 'is' operand ${operand}`)
      if (properties.has(operand)) return is(test)
      if (operand !== 'starred' || negated) return { ...is(test), receivedOnly: true }
      // A user can star messages that they only looked up.
      const streams = await listStreamsWithOpenHistory(chat.database.read, actor)
      return { ...is(test), opens: streams.map((stream) => stream.recipient_id) }
    },
  },
  {
    names: ['has'],
    mean(_chat, _actor, _term, operand) {
      if (operand === 'reaction') return is({ kind: 'reaction' })
      if (operand === 'link' || operand === 'image' || operand === 'attachment')
        return among(`has_${operand}`, [1])
      throw badNarrow(`unknown 'has' operand ${operand}`)
    },
  },
  {
    names: ['in'],
    mean(_chat, _actor, _term, operand) {
      if (operand === 'all') return {}
      if (operand === 'home') return { condition: notMuted }
      throw badNarrow(`unknown 'in' operand ${operand}`)
    },
  },
  {
    names: ['id'],
    mean(_chat, _actor, _term, operand) {
      if (!/^\d{1,16}$/.test(operand)) throw badNarrow('Invalid message ID')
      return among('id', [Number(operand)])
    },
  },
  // Which day an event of a new message belongs to is not decided here: `fits` is missing.
  { names: ['after'], mean: (_chat, _actor, _term, operand) => ({ since: dateOf(operand) }) },
  { names: ['before'], mean: (_chat, _actor, _term, operand) => ({ until: dateOf(operand) }) },
  // `with` never gets here: find-message-page.ts replaces it. `near` says where to start, which is what the anchor is for.
  { names: ['near'], mean: () => ({}) },
  {
    names: ['search'],
    mean(_chat, _actor, _term, operand) {
      const terms = readSearch(operand)
      if (terms.length > 0) return is({ kind: 'text', terms })
      // An empty search matches everything; punctuation alone matches nothing.
      return operand.trim() === '' ? {} : among('id', [])
    },
  },
]

interface State {
  readonly test: Test
  /** undefined: a new message alone cannot decide */
  fits(message: NewMessageFacts): boolean | undefined
}

/** About the topic, not about what the user received: the open history of a stream stays open. */
const properties = new Set(['resolved', 'followed', 'muted'])

const flagged = (flag: 'starred' | 'mentioned' | 'has_alert_word', ...more: string[]): State => ({
  test: { kind: 'flag', flag },
  fits: ({ flags }) => [flag, ...more].some((name) => flags.includes(name)),
})
const isPrivate: State = { test: { kind: 'private' }, fits: ({ stream }) => stream === undefined }
/** Clients put this before resolved topics. */
const RESOLVED = '✔ '

const states: ReadonlyMap<string, State> = new Map<string, State>([
  ['private', isPrivate],
  ['dm', isPrivate],
  ['starred', flagged('starred')],
  ['mentioned', flagged('mentioned', 'wildcard_mentioned')],
  ['alerted', flagged('has_alert_word')],
  ['unread', { test: { kind: 'unread' }, fits: ({ flags }) => !flags.includes('read') }],
  ['followed', { test: { kind: 'followed' }, fits: () => undefined }],
  ['muted', { test: { kind: 'muted' }, fits: () => undefined }],
  [
    'resolved',
    {
      test: { kind: 'topic prefix', prefix: RESOLVED },
      fits: ({ stream }) => stream?.topic.startsWith(RESOLVED) ?? false,
    },
  ],
])

const byName = new Map(operators.flatMap((operator) => operator.names.map((name) => [name, operator])))

export const findOperator = (name: string): Operator | undefined => byName.get(name)

async function meanConversation(
  chat: Streams,
  actor: Actor,
  { operand: named }: NarrowTerm,
  operand: string,
): Promise<Meaning> {
  const names = Array.isArray(named) ? named : operand.split(',').map((name) => name.trim())
  const people = [actor.user.id]
  for (const name of names) people.push(await findPerson(chat, actor, name, `unknown user in ${operand}`))
  const conversation = await findConversation(chat.database.read, actor.realm.id, people)
  return among('recipient_id', conversation ? [conversation.id] : [])
}

/** Each is named by email address or id. A conversation with oneself has no others. */
function areExactly(others: NewMessageFacts['others'], names: readonly string[]): boolean {
  const isNamed = ({ id, email }: { id: number; email: string }, name: string) =>
    same(email, name) || String(id) === name.trim()
  return (
    others.every((one) => names.some((name) => isNamed(one, name))) &&
    names.every((name) => others.some((one) => isNamed(one, name)))
  )
}

function dateOf(operand: string): number {
  const seconds = readDate(operand)
  if (seconds === undefined) throw badNarrow(`invalid date ${operand} (use 2026-01-31)`)
  return seconds
}

async function findPerson(
  chat: ChatPlatform,
  actor: Actor,
  named: NarrowTerm['operand'],
  complaint: string,
): Promise<number> {
  const name = typeof named === 'number' ? named : String(named)
  const user = await findPrincipal(chat.database.read, actor, name)
  if (!user) throw badNarrow(complaint)
  return user.id
}

/**
 * The stream of a narrow, and whether its whole history is open to the actor. A guest who left a public stream can
 * still search the messages that they received there. A private stream exists only for its subscribers.
 */
async function findNarrowStream(
  chat: Streams,
  actor: Actor,
  named: NarrowTerm['operand'],
  operand: string,
): Promise<{ stream: Stream; isOpen: boolean }> {
  const db = chat.database.read
  if (operand.length > STREAM_NAME_LIMIT * 2) throw badNarrow(`unknown stream ${operand}`)
  const stream =
    typeof named === 'number'
      ? await findStream(db, actor.realm.id, named)
      : await chat.streamsByName.get(streamKey(actor.realm.id, operand))
  if (!stream) throw badNarrow(`unknown stream ${operand}`)
  if (isOpenTo(actor, stream)) return { stream, isOpen: true }
  if (await isSubscribed(db, actor.realm.id, actor.user.id, stream.id)) {
    return { stream, isOpen: isHistoryOpenTo(actor, stream, true) }
  }
  const receptions = await loadReceptionsOf(db, actor.realm.id, actor.user.id, [stream.recipient_id])
  if (receptions.size === 0) throw badNarrow(`unknown stream ${operand}`)
  return { stream, isOpen: false }
}
