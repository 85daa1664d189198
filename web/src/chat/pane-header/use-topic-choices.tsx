import { Bell, BellOff, BellRing } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import type { Narrow } from '../narrows/narrow.ts'
import { FOLLOWED, MUTED, UNMUTED } from '../state/chat-state.ts'
import { topicKey } from '../state/conversation.ts'
import { isTopicMuted } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { setTopicPolicy } from './conversation-actions.ts'

/** The notification levels of a topic, other than the current one. */
export function useTopicChoices({ streamId, topic }: Extract<Narrow, { kind: 'topic' }>): MenuItem[] {
  const policy = useChat((state) => state.topicPolicies.get(topicKey(streamId, topic)) ?? 0)
  const isMuted = useChat((state) => isTopicMuted(state, streamId, topic))
  const isStreamMuted = useChat((state) => state.subscriptions.get(streamId)?.is_muted === true)
  const set = (wanted: 0 | 1 | 2 | 3) => () => void setTopicPolicy(streamId, topic, wanted)
  return [
    isMuted
      ? { label: t.topics.unmute, icon: <Bell />, onChoose: set(isStreamMuted ? UNMUTED : 0) }
      : { label: t.topics.mute, icon: <BellOff />, onChoose: set(MUTED) },
    policy === FOLLOWED
      ? { label: t.topics.unfollow, icon: <Bell />, onChoose: set(0) }
      : { label: t.topics.follow, icon: <BellRing />, onChoose: set(FOLLOWED) },
  ]
}
