import type { Message } from '../../../generated/chat-api.ts'
import { type Conversation, conversationKey, conversationOf } from '../state/conversation.ts'

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

/** Equal for narrows that mean the same. */
export function narrowKey(narrow: Narrow): string {
  switch (narrow.kind) {
    case 'topic':
    case 'direct':
      return conversationKey(narrow)
    case 'stream':
      return `s${narrow.streamId}`
    case 'search':
      return `search ${JSON.stringify(narrow.terms)}`
    default:
      return narrow.kind
  }
}

export function termsOf(narrow: Narrow): Term[] {
  switch (narrow.kind) {
    case 'all':
      return []
    case 'stream':
      return [{ operator: 'stream', operand: narrow.streamId }]
    case 'topic':
      return [
        { operator: 'stream', operand: narrow.streamId },
        { operator: 'topic', operand: narrow.topic },
      ]
    case 'direct':
      return [{ operator: 'dm', operand: [...narrow.userIds] }]
    case 'directs':
      return [{ operator: 'is', operand: 'dm' }]
    case 'starred':
    case 'mentioned':
      return [{ operator: 'is', operand: narrow.kind }]
    case 'search':
      return [...narrow.terms]
  }
}

/** Whether a message belongs to it; undefined: only the server can tell. */
export function matchesNarrow(narrow: Narrow, message: Message, me: number): boolean | undefined {
  switch (narrow.kind) {
    case 'all':
      return true
    case 'stream':
      return message.stream_id === narrow.streamId
    case 'topic':
    case 'direct':
      return conversationKey(conversationOf(message, me)) === conversationKey(narrow)
    case 'directs':
      return message.type === 'private'
    case 'starred':
      return message.flags.includes('starred')
    case 'mentioned':
      return message.flags.includes('mentioned') || message.flags.includes('wildcard_mentioned')
    case 'search':
      return undefined
  }
}

/** Where a message goes that is written here; undefined: that must be chosen. */
export function conversationOfNarrow(narrow: Narrow): Conversation | undefined {
  return narrow.kind === 'topic' || narrow.kind === 'direct' ? narrow : undefined
}
