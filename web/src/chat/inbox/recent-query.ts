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
  /** UNIX seconds */
  at: number
  /** What the list shows of it. */
  message: Pick<Message, 'content' | 'sender_id' | 'submessages'>
}

export function recentOf(message: Message, me: number): RecentConversation {
  const conversation = conversationOf(message, me)
  const { id, timestamp: at, content, sender_id, submessages } = message
  const shown = { content, sender_id, submessages }
  return { key: conversationKey(conversation), conversation, newest: id, at, message: shown }
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
