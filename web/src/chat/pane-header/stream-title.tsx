import { ChevronRight, Hash, Lock } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { useNarrowHash } from '../shell/route.ts'
import { useChat } from '../state/workspace.ts'
import styles from './pane-header.module.css'
import { PolicyMark } from './policy-mark.tsx'

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
            <PolicyMark streamId={streamId} topic={topic} className={styles.between} />
          </>
        )}
      </h1>
      {stream.description !== '' && <p className={styles.description}>{stream.description}</p>}
    </div>
  )
}
