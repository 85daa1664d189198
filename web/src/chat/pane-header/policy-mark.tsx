import { BellOff, BellRing } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { FOLLOWED } from '../state/chat-state.ts'
import { topicKey } from '../state/conversation.ts'
import { isTopicMuted } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'

interface PolicyMarkProps {
  streamId: number
  topic: string
  className: string | undefined
}

/** Whether the user muted or follows a topic; nothing otherwise. */
export function PolicyMark({ streamId, topic, className }: PolicyMarkProps) {
  const isMuted = useChat((state) => isTopicMuted(state, streamId, topic))
  const isFollowed = useChat((state) => state.topicPolicies.get(topicKey(streamId, topic)) === FOLLOWED)
  if (isMuted) return <BellOff className={className} role="img" aria-label={t.topics.isMuted} />
  if (isFollowed) return <BellRing className={className} role="img" aria-label={t.topics.isFollowed} />
  return null
}
