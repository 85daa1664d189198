import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import styles from '../sidebar/rows.module.css'
import { topicKey } from '../state/conversation.ts'
import { unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { TopicRow } from './topic-row.tsx'
import type { Topic } from './topics-query.ts'
import { useTopics } from './use-topics.ts'

interface TopicListProps {
  streamId: number
  /** The topic that is open. */
  current: string | undefined
  /** How many are shown at first. */
  most: number
}

/** The newest topics of a stream, and those with something unread. */
export function TopicList({ streamId, current, most }: TopicListProps) {
  const { topics, error, reload } = useTopics(streamId)
  const [all, setAll] = useState(false)
  const name = useChat((state) => state.streams.get(streamId)?.name ?? '')
  const conversations = useChat((state) => unreadCounts(state).conversations)
  if (!topics && error !== null) {
    return (
      <p className={styles.hint} role="alert">
        {t.sidebar.topicsFailed}{' '}
        <Button size="small" look="quiet" onClick={reload}>
          {t.ui.tryAgain}
        </Button>
      </p>
    )
  }
  if (!topics) return <p className={styles.hint}>{t.sidebar.topicsLoading}</p>
  if (topics.length === 0 && current === undefined) return <p className={styles.hint}>{t.sidebar.noTopics}</p>
  const listed = withCurrent(topics, current)
  const isShown = (topic: Topic, index: number) =>
    all ||
    index < most ||
    conversations.has(topicKey(streamId, topic.name)) ||
    isSameTopic(topic.name, current)
  const shown = listed.filter(isShown)
  return (
    <>
      <ul aria-label={t.sidebar.topics(name)}>
        {shown.map((topic) => (
          <TopicRow
            key={topic.name.toLowerCase()}
            streamId={streamId}
            topic={topic.name}
            current={isSameTopic(topic.name, current)}
          />
        ))}
      </ul>
      {(shown.length < listed.length || (all && listed.length > most)) && (
        <Button size="small" look="quiet" className={styles.more} onClick={() => setAll(!all)}>
          {all ? t.sidebar.fewerTopics : t.sidebar.moreTopics(listed.length - shown.length)}
        </Button>
      )}
    </>
  )
}

const isSameTopic = (one: string, other: string | undefined) => one.toLowerCase() === other?.toLowerCase()

/** The open topic is listed even if it has no messages yet. */
function withCurrent(topics: readonly Topic[], current: string | undefined): readonly Topic[] {
  if (current === undefined || topics.some(({ name }) => isSameTopic(name, current))) return topics
  return [{ name: current, maxId: 0 }, ...topics]
}
