import { queryOptions } from '@tanstack/react-query'
import { callChat } from '../../api/chat-api.ts'
import { termsOf } from '../narrows/narrow.ts'
import { chatKeys } from '../state/chat-keys.ts'
import { topicKey } from '../state/conversation.ts'

/** The newest message of a topic, through which the whole topic is changed; null: it has none. */
export function newestMessageQuery(streamId: number, topic: string) {
  return queryOptions({
    queryKey: chatKeys.newestMessage(topicKey(streamId, topic)),
    async queryFn({ signal }) {
      const narrow = termsOf({ kind: 'topic', streamId, topic })
      const input = { narrow, anchor: 'newest' as const, num_before: 1, num_after: 0 }
      const { messages } = await callChat('GET /messages', input, { signal })
      return messages[0] ?? null
    },
  })
}
