import { BellOff, BellRing, ChevronRight, Hash, Lock } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { useNarrowHash } from '../shell/route.ts'
import { FOLLOWED } from '../state/chat-state.ts'
import { topicKey } from '../state/conversation.ts'
import { isTopicMuted } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import styles from './pane-header.module.css'

export function StreamTitle({ streamId, topic }: { streamId: number; topic?: string }) {
  const stream = useChat((state) => state.streams.get(streamId))
  const color = useChat((state) => state.subscriptions.get(streamId)?.color)
  const hashOf = useNarrowHash()
  if (!stream) return <h1 className={styles.title}>{t.messages.unknownStream}</h1>
  const Icon = stream.invite_only ? Lock : Hash
  const tint = color && { style: { color } }
  return (
    <div className={styles.titles}>
      <h1 className={styles.title}>
        <Icon
          aria-label={stream.invite_only ? t.messages.privateStream : t.messages.stream}
          role="img"
          {...tint}
        />
        {topic === undefined ? (
          <span>{stream.name}</span>
        ) : (
          <>
            <a href={hashOf({ kind: 'stream', streamId })}>{stream.name}</a>
            <ChevronRight className={styles.between} />
            <span>{topic}</span>
            <PolicyMark streamId={streamId} topic={topic} />
          </>
        )}
      </h1>
      {stream.description !== '' && <p className={styles.description}>{stream.description}</p>}
    </div>
  )
}

function PolicyMark({ streamId, topic }: { streamId: number; topic: string }) {
  const isMuted = useChat((state) => isTopicMuted(state, streamId, topic))
  const isFollowed = useChat((state) => state.topicPolicies.get(topicKey(streamId, topic)) === FOLLOWED)
  if (isMuted) return <BellOff className={styles.between} role="img" aria-label={t.topics.isMuted} />
  if (isFollowed) return <BellRing className={styles.between} role="img" aria-label={t.topics.isFollowed} />
  return null
}
