import { t } from '../../texts/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Narrow } from '../narrows/narrow.ts'
import { useNarrowHash } from '../shell/route.ts'
import type { Subscription } from '../state/chat-state.ts'
import { unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { TopicList } from '../topics/topic-list.tsx'
import { RowCounts } from './row-counts.tsx'
import styles from './rows.module.css'
import { StreamMark } from './stream-mark.tsx'
import { StreamMenu } from './stream-menu.tsx'

const TOPICS_SHOWN = 6

/** A stream; the open one shows its topics. */
export function StreamRow({ stream, narrow }: { stream: Subscription; narrow: Narrow | undefined }) {
  const hashOf = useNarrowHash()
  const streamId = stream.stream_id
  const counts = useChat((state) => unreadCounts(state).streams.get(streamId))
  const open = (narrow?.kind === 'stream' || narrow?.kind === 'topic') && narrow.streamId === streamId
  // Muted messages are counted only when there are no others.
  const count = counts?.open || counts?.muted || 0
  const isMutedCount = !counts?.open
  return (
    <li>
      <div className={styles.row}>
        <a
          className={classNames(
            styles.link,
            stream.is_muted && styles.dimmed,
            (counts?.open ?? 0) > 0 && styles.waiting,
          )}
          href={hashOf({ kind: 'stream', streamId })}
          aria-current={open && narrow.kind === 'stream' ? 'page' : undefined}
        >
          <StreamMark stream={stream} color={stream.color} />
          <span className={styles.name}>{stream.name}</span>
          {stream.invite_only && <span className="visually-hidden">{t.sidebar.privateStream}</span>}
          <RowCounts unread={count} muted={isMutedCount} mentions={counts?.mentions ?? 0} />
        </a>
        <StreamMenu stream={stream} className={styles.menu} />
      </div>
      {open && (
        <TopicList
          key={streamId}
          streamId={streamId}
          current={narrow.kind === 'topic' ? narrow.topic : undefined}
          most={TOPICS_SHOWN}
        />
      )}
    </li>
  )
}
