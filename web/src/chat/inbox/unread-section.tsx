import { CircleCheckBig } from 'lucide-react'
import { useMemo } from 'react'
import { t } from '../../texts/texts.ts'
import { useNarrowHash } from '../shell/route.ts'
import { StreamMark } from '../sidebar/stream-mark.tsx'
import { unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { ConversationRow } from './conversation-row.tsx'
import styles from './inbox.module.css'
import type { RecentConversation } from './recent-query.ts'
import { type UnreadEntry, unreadGroups } from './unread-groups.ts'

/** `recent`: for the last sender and time of conversations, as far as they are known. */
export function UnreadSection({ recent }: { recent: readonly RecentConversation[] }) {
  const unread = useChat((state) => state.unread)
  const known = useChat((state) => state.streams)
  const subscriptions = useChat((state) => state.subscriptions)
  const counts = useChat(unreadCounts)
  const { directs, streams } = useMemo(
    () => unreadGroups({ unread, streams: known, subscriptions }, counts),
    [unread, known, subscriptions, counts],
  )
  const byKey = useMemo(() => new Map(recent.map((one) => [one.key, one])), [recent])
  const rows = (entries: readonly UnreadEntry[]) =>
    entries.map((entry) => (
      <ConversationRow
        key={entry.key}
        conversation={entry.conversation}
        unread={entry.unread}
        mentions={entry.mentions}
        last={byKey.get(entry.key)}
        isInGroup
      />
    ))
  return (
    <section aria-labelledby="inbox-unread" className={styles.section}>
      <h2 id="inbox-unread">{t.inbox.unread}</h2>
      {directs.length + streams.length === 0 && (
        <p className={styles.done}>
          <CircleCheckBig aria-hidden="true" />
          {t.inbox.nothingUnread}
        </p>
      )}
      {directs.length > 0 && (
        <>
          <h3 className={styles.group}>{t.sidebar.directs}</h3>
          <ul aria-label={t.sidebar.directs}>{rows(directs)}</ul>
        </>
      )}
      {streams.map(({ streamId, topics }) => (
        <div key={streamId}>
          <StreamHeading streamId={streamId} />
          <ul aria-label={t.sidebar.topics(known.get(streamId)?.name ?? '')}>{rows(topics)}</ul>
        </div>
      ))}
    </section>
  )
}

function StreamHeading({ streamId }: { streamId: number }) {
  const hashOf = useNarrowHash()
  const stream = useChat((state) => state.streams.get(streamId))
  const color = useChat((state) => state.subscriptions.get(streamId)?.color)
  if (!stream) return null
  return (
    <h3 className={styles.group}>
      <a href={hashOf({ kind: 'stream', streamId })}>
        <StreamMark stream={stream} color={color} />
        {stream.name}
      </a>
    </h3>
  )
}
