import { type Narrow, narrowKey } from '../narrows/narrow.ts'
import type { ChatState } from '../state/chat-state.ts'
import { type Conversation, userIdsOfKey } from '../state/conversation.ts'
import { isTopicMuted } from '../state/unread.ts'

interface Waiting {
  key: string
  conversation: Conversation
  /** its oldest unread message */
  first: number
}

/** The conversation to read next: private ones first, then what has waited longest; after the open one, in a circle. */
export function nextUnread(state: ChatState, open: Narrow | undefined): Conversation | undefined {
  const waiting = waitingConversations(state)
  const key = open && narrowKey(open)
  const at = waiting.findIndex((one) => one.key === key)
  return waiting[at + 1]?.conversation ?? waiting.find((one) => one.key !== key)?.conversation
}

function waitingConversations(state: ChatState): Waiting[] {
  const waiting: Waiting[] = []
  for (const [key, { ids, topic = '' }] of state.unread.conversations) {
    const first = Math.min(...ids)
    if (key.startsWith('d')) {
      const userIds = userIdsOfKey(key)
      if (userIds.length === 1 && state.mutedUsers.has(userIds[0]!)) continue
      waiting.push({ key, conversation: { kind: 'direct', userIds }, first })
    } else {
      const streamId = Number(key.slice(1, key.indexOf(':')))
      if (isTopicMuted(state, streamId, topic)) continue
      waiting.push({ key, conversation: { kind: 'topic', streamId, topic }, first })
    }
  }
  const isDirect = ({ conversation }: Waiting) => conversation.kind === 'direct'
  return waiting.sort(
    (one, other) => Number(isDirect(other)) - Number(isDirect(one)) || one.first - other.first,
  )
}
