import { BellOff, CheckCheck, EllipsisVertical, Link2, LogOut, Pin, Settings } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toastError } from '../../ui/toast.tsx'
import { openHash, useNarrowHash } from '../narrows/route.ts'
import type { Subscription } from '../state/chat-state.ts'
import type { Narrow } from '../state/narrow.ts'
import { unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { StreamMark } from '../streams/stream-name.tsx'
import { copyLink } from '../topics/copy-link.ts'
import { RowCounts } from '../topics/row-counts.tsx'
import styles from '../topics/rows.module.css'
import { TopicList } from '../topics/topic-list.tsx'

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

function StreamMenu({ stream, className }: { stream: Subscription; className?: string | undefined }) {
  const hashOf = useNarrowHash()
  const [asking, setAsking] = useState(false)
  const { stream_id: streamId, name } = stream
  const set = (property: string, value: boolean) =>
    toastError(
      callChat('PATCH /users/me/subscriptions/{stream_id}', { stream_id: streamId, property, value }),
    )
  return (
    <>
      <Menu
        label={t.sidebar.streamMenu(name)}
        icon={<EllipsisVertical />}
        className={className}
        groups={[
          [
            {
              label: t.sidebar.markRead,
              icon: <CheckCheck />,
              onChoose: () => toastError(callChat('POST /mark_stream_as_read', { stream_id: streamId })),
            },
            {
              label: stream.is_muted ? t.sidebar.unmuteStream : t.sidebar.muteStream,
              icon: <BellOff />,
              onChoose: () => set('is_muted', !stream.is_muted),
            },
            {
              label: stream.pin_to_top ? t.sidebar.unpinStream : t.sidebar.pinStream,
              icon: <Pin />,
              onChoose: () => set('pin_to_top', !stream.pin_to_top),
            },
          ],
          [
            {
              label: t.sidebar.copyLink,
              icon: <Link2 />,
              onChoose: () => void copyLink(hashOf({ kind: 'stream', streamId })),
            },
            {
              label: t.sidebar.streamSettings,
              icon: <Settings />,
              onChoose: () => openHash(`#streams/${streamId}`),
            },
          ],
          [
            {
              label: t.sidebar.unsubscribe,
              icon: <LogOut />,
              look: 'danger',
              onChoose: () => setAsking(true),
            },
          ],
        ]}
      />
      {asking && (
        <ConfirmDialog
          title={t.sidebar.unsubscribeTitle(name)}
          confirm={t.sidebar.unsubscribe}
          onConfirm={() => callChat('DELETE /users/me/subscriptions', { subscriptions: [name] })}
          onClose={() => setAsking(false)}
        >
          {stream.invite_only ? t.sidebar.unsubscribePrivate : t.sidebar.unsubscribeOpen}
        </ConfirmDialog>
      )}
    </>
  )
}
