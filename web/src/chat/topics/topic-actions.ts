import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { type ChatState, FOLLOWED, MUTED, UNMUTED } from '../state/chat-state.ts'
import { topicKey } from '../state/conversation.ts'
import { isTopicMuted } from '../state/unread.ts'

type Policy = 0 | 1 | 2 | 3

export function setTopicPolicy(streamId: number, topic: string, policy: Policy): Promise<unknown> {
  return callChat('POST /user_topics', { stream_id: streamId, topic, visibility_policy: policy })
}

/** What unmuting means depends on the stream: in a muted one the topic becomes an exception. */
export function policyToUnmute(state: ChatState, streamId: number): Policy {
  return state.subscriptions.get(streamId)?.is_muted ? UNMUTED : 0
}

export async function toggleTopicMuted(state: ChatState, streamId: number, topic: string): Promise<void> {
  const muted = isTopicMuted(state, streamId, topic)
  await setTopicPolicy(streamId, topic, muted ? policyToUnmute(state, streamId) : MUTED)
  showToast(muted ? t.sidebar.topicUnmuted(topic) : t.sidebar.topicMuted(topic))
}

export function isTopicFollowed(state: ChatState, streamId: number, topic: string): boolean {
  return state.topicPolicies.get(topicKey(streamId, topic)) === FOLLOWED
}

export function markTopicRead(streamId: number, topic: string): Promise<unknown> {
  return callChat('POST /mark_topic_as_read', { stream_id: streamId, topic_name: topic })
}
