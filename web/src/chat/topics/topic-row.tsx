import { BellOff, BellRing } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { useNarrowHash } from '../shell/route.ts'
import { RowCounts } from '../sidebar/row-counts.tsx'
import styles from '../sidebar/rows.module.css'
import { topicKey } from '../state/conversation.ts'
import { isTopicMuted, unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { isTopicFollowed } from './topic-actions.ts'
import { TopicMenu } from './topic-menu.tsx'

interface TopicRowProps {
  streamId: number
  topic: string
  current: boolean
}

export function TopicRow({ streamId, topic, current }: TopicRowProps) {
  const hashOf = useNarrowHash()
  const isMuted = useChat((state) => isTopicMuted(state, streamId, topic))
  const isFollowed = useChat((state) => isTopicFollowed(state, streamId, topic))
  const key = topicKey(streamId, topic)
  const unread = useChat((state) => unreadCounts(state).conversations.get(key) ?? 0)
  const mentions = useChat((state) => unreadCounts(state).mentioned.get(key) ?? 0)
  return (
    <li className={styles.row}>
      <a
        className={classNames(
          styles.link,
          styles.topic,
          isMuted ? styles.dimmed : unread > 0 && styles.waiting,
        )}
        href={hashOf({ kind: 'topic', streamId, topic })}
        aria-current={current ? 'page' : undefined}
      >
        <span className={styles.name}>{topic || t.sidebar.noTopicName}</span>
        {isMuted && <BellOff className={styles.mark} aria-hidden="true" />}
        {isFollowed && (
          <>
            <BellRing className={styles.mark} aria-hidden="true" />
            <span className="visually-hidden">{t.sidebar.followed}</span>
          </>
        )}
        <RowCounts unread={unread} muted={isMuted} mentions={mentions} />
      </a>
      <TopicMenu streamId={streamId} topic={topic} className={styles.menu} />
    </li>
  )
}
