import type { Message } from '@switchboard/client/chat'
import {
  AtSign,
  Hash,
  type LucideIcon,
  MessageSquare,
  MessagesSquare,
  Rows3,
  Search,
  Star,
} from 'lucide-react'
import { t } from '../../texts/texts.ts'
import type { ChatState } from './chat-state.ts'
import { type Conversation, conversationKey, conversationOf, othersOf } from './conversation.ts'
import { namesOf } from './names-of.ts'

/** One condition of a search, as the server takes it. */
export interface Term {
  operator: string
  operand: string | number | (string | number)[]
  negated?: boolean
}

/** Which messages are looked at. */
export type Narrow =
  | { kind: 'all' }
  | { kind: 'stream'; streamId: number }
  | Conversation
  | { kind: 'directs' }
  | { kind: 'starred' }
  | { kind: 'mentioned' }
  | { kind: 'search'; terms: readonly Term[] }

/** What a view needs to know about a message. */
interface Candidate {
  conversation: Conversation
  flags: readonly string[]
}

type Names = Pick<ChatState, 'streams' | 'people' | 'me'>

/** Everything that sets one kind of view apart. */
interface View<Of extends Narrow> {
  /** Equal for narrows that mean the same. */
  key(narrow: Of): string
  terms(narrow: Of): Term[]
  /** The narrow that these terms mean; undefined if it is of another kind. */
  read(terms: readonly Term[], me: number): Of | undefined
  /** undefined: only the server knows. */
  matches(narrow: Of, message: Candidate): boolean | undefined
  title(narrow: Of, names: Names): string
  icon: LucideIcon
  /** A list of messages from everywhere: opened at its end, and looking at it marks nothing as read. */
  isGathered: boolean
}

/** Every kind of view. A list of terms is read as the first kind that recognises it. */
const views: { [Kind in Narrow['kind']]: View<Extract<Narrow, { kind: Kind }>> } = {
  all: {
    key: () => 'all',
    terms: () => [],
    read: (terms) => (terms.length === 0 ? { kind: 'all' } : undefined),
    matches: () => true,
    title: () => t.messages.all,
    icon: Rows3,
    isGathered: false,
  },
  stream: {
    key: ({ streamId }) => `s${streamId}`,
    terms: ({ streamId }) => [{ operator: 'stream', operand: streamId }],
    read(terms) {
      const [streamId] = operandsOf(terms, ['stream'])
      return typeof streamId === 'number' ? { kind: 'stream', streamId } : undefined
    },
    matches: ({ streamId }, { conversation }) =>
      conversation.kind === 'topic' && conversation.streamId === streamId,
    title: ({ streamId }, names) => streamTitle(streamId, names),
    icon: Hash,
    isGathered: false,
  },
  topic: {
    key: conversationKey,
    terms: ({ streamId, topic }) => [
      { operator: 'stream', operand: streamId },
      { operator: 'topic', operand: topic },
    ],
    read(terms) {
      const [streamId, topic] = operandsOf(terms, ['stream', 'topic'])
      return typeof streamId === 'number' ? { kind: 'topic', streamId, topic: String(topic) } : undefined
    },
    matches: isSameConversation,
    title: ({ streamId, topic }, names) =>
      `${streamTitle(streamId, names)} › ${topic || t.sidebar.noTopicName}`,
    icon: MessageSquare,
    isGathered: false,
  },
  direct: {
    key: conversationKey,
    terms: ({ userIds }) => [{ operator: 'dm', operand: [...userIds] }],
    read(terms, me) {
      const [userIds] = operandsOf(terms, ['dm'])
      return Array.isArray(userIds)
        ? { kind: 'direct', userIds: othersOf(userIds.map(Number), me) }
        : undefined
    },
    matches: isSameConversation,
    title: ({ userIds }, names) => namesOf(names, userIds),
    icon: MessageSquare,
    isGathered: false,
  },
  directs: {
    key: () => 'directs',
    terms: () => [{ operator: 'is', operand: 'dm' }],
    // Older links say private.
    read: (terms) => (isState(terms, 'dm') || isState(terms, 'private') ? { kind: 'directs' } : undefined),
    matches: (_, { conversation }) => conversation.kind === 'direct',
    title: () => t.messages.directs,
    icon: MessagesSquare,
    isGathered: false,
  },
  starred: {
    key: () => 'starred',
    terms: () => [{ operator: 'is', operand: 'starred' }],
    read: (terms) => (isState(terms, 'starred') ? { kind: 'starred' } : undefined),
    matches: (_, { flags }) => flags.includes('starred'),
    title: () => t.messages.starredTitle,
    icon: Star,
    isGathered: true,
  },
  mentioned: {
    key: () => 'mentioned',
    terms: () => [{ operator: 'is', operand: 'mentioned' }],
    read: (terms) => (isState(terms, 'mentioned') ? { kind: 'mentioned' } : undefined),
    matches: (_, { flags }) => flags.includes('mentioned') || flags.includes('wildcard_mentioned'),
    title: () => t.messages.mentionedTitle,
    icon: AtSign,
    isGathered: true,
  },
  // Last: it takes all terms that nothing else recognises.
  search: {
    key: ({ terms }) => `search ${JSON.stringify(terms)}`,
    terms: ({ terms }) => [...terms],
    read: (terms) => ({ kind: 'search', terms }),
    matches: () => undefined,
    title: () => t.messages.searchTitle,
    icon: Search,
    isGathered: true,
  },
}

const viewOf = (narrow: Narrow): View<Narrow> => views[narrow.kind]

export const narrowKey = (narrow: Narrow): string => viewOf(narrow).key(narrow)

export const termsOf = (narrow: Narrow): Term[] => viewOf(narrow).terms(narrow)

export function narrowOf(terms: readonly Term[], me: number): Narrow {
  for (const view of Object.values<View<Narrow>>(views)) {
    const narrow = view.read(terms, me)
    if (narrow) return narrow
  }
  return { kind: 'search', terms }
}

/** Whether a message belongs to the narrow; undefined if only the server knows. */
export function matchesNarrow(narrow: Narrow, message: Message, me: number): boolean | undefined {
  const { flags } = message
  return viewOf(narrow).matches(narrow, { conversation: conversationOf(message, me), flags })
}

/** Whether a new message to there will appear in it, as far as that is known. */
export const isShownIn = (narrow: Narrow, conversation: Conversation): boolean =>
  viewOf(narrow).matches(narrow, { conversation, flags: [] }) === true

/** The title of a narrow. */
export const narrowTitle = (narrow: Narrow, names: Names): string => viewOf(narrow).title(narrow, names)

export const narrowIcon = (narrow: Narrow): LucideIcon => viewOf(narrow).icon

export const isGathered = (narrow: Narrow): boolean => viewOf(narrow).isGathered

/** Where a message goes that is written here; undefined: that must be chosen. */
export function conversationOfNarrow(narrow: Narrow): Conversation | undefined {
  return narrow.kind === 'topic' || narrow.kind === 'direct' ? narrow : undefined
}

/** The operands of terms with exactly these operators; none otherwise. */
function operandsOf(terms: readonly Term[], operators: readonly string[]): Term['operand'][] {
  const isExact =
    terms.length === operators.length &&
    terms.every(({ operator, negated }, index) => operator === operators[index] && !negated)
  return isExact ? terms.map(({ operand }) => operand) : []
}

const isState = (terms: readonly Term[], state: string) => operandsOf(terms, ['is'])[0] === state

function isSameConversation(narrow: Conversation, { conversation }: Candidate): boolean {
  return conversationKey(conversation) === conversationKey(narrow)
}

const streamTitle = (id: number, { streams }: Names) => `#${streams.get(id)?.name ?? id}`
