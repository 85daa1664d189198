import type { Message } from '@switchboard/client/chat'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../state/chat-keys.ts'
import { type Conversation, conversationKey, conversationOf } from '../state/conversation.ts'

const STEP = 200

/** The newest message of a conversation: what a list of conversations shows of it. */
export interface RecentConversation {
  key: string
  conversation: Conversation
  newest: number
  senderId: number
  /** UNIX seconds */
  at: number
  /** as the server rendered it */
  html: string
}

export function recentOf(message: Message, me: number): RecentConversation {
  const conversation = conversationOf(message, me)
  const { id, sender_id: senderId, timestamp: at, content: html } = message
  return { key: conversationKey(conversation), conversation, newest: id, senderId, at, html }
}

/** The newest messages, page by page into the past. */
export function recentQuery(me: number) {
  return infiniteQueryOptions({
    queryKey: chatKeys.recent,
    initialPageParam: 'newest' as number | 'newest',
    async queryFn({ pageParam, signal }) {
      const input = { anchor: pageParam, num_before: STEP, num_after: 0 }
      const { messages, found_oldest } = await callChat('GET /messages', input, { signal })
      return { recent: messages.map((message) => recentOf(message, me)), foundOldest: found_oldest }
    },
    getNextPageParam: ({ recent, foundOldest }) => (foundOldest ? undefined : recent[0]?.newest),
  })
}
