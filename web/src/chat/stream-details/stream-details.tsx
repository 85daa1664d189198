import { ArrowRight, Pencil } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { showToast } from '../../ui/toast.tsx'
import { renderedHtml } from '../rendered-html.ts'
import { openHash, useNarrowHash } from '../shell/route.ts'
import type { KnownStream } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'
import { StreamName } from '../streams/stream-name.tsx'
import { privacyOf, privacyText } from '../streams/stream-privacy.ts'
import { SubscribeButton } from '../streams/subscribe-button.tsx'
import { useNumberOfStream } from '../texted/use-tied-numbers.ts'
import { EditStreamDialog } from './edit-stream-dialog.tsx'
import { OwnStreamSettings } from './own-stream-settings.tsx'
import { StreamAddresses } from './stream-addresses.tsx'
import styles from './stream-details.module.css'
import { StreamMembers } from './stream-members.tsx'

/** Everything about one stream. */
export function StreamDetails({ stream }: { stream: KnownStream }) {
  const subscription = useChat((state) => state.subscriptions.get(stream.stream_id))
  const isAdmin = useChat((state) => state.me.isAdmin)
  const number = useNumberOfStream(stream.stream_id)
  const narrowHash = useNarrowHash()
  const [open, setOpen] = useState<'edit' | 'archive'>()
  const canRead = !stream.invite_only || subscription !== undefined
  return (
    <article className={styles.details} aria-label={stream.name}>
      <header className={styles.header}>
        <h2>
          <StreamName stream={stream} />
        </h2>
        <div className={styles.buttons}>
          {canRead && (
            <a className={styles.go} href={narrowHash({ kind: 'stream', streamId: stream.stream_id })}>
              {t.streams.open} <ArrowRight aria-hidden="true" />
            </a>
          )}
          <SubscribeButton stream={stream} />
          {isAdmin && (
            <Button size="small" icon={<Pencil />} onClick={() => setOpen('edit')}>
              {t.streams.edit}
            </Button>
          )}
        </div>
      </header>
      {stream.description === '' ? (
        <p className={styles.soft}>{t.streams.noDescription}</p>
      ) : (
        <div
          className={styles.description}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by the server, through the one door for that
          dangerouslySetInnerHTML={renderedHtml(stream.rendered_description)}
        />
      )}
      <p className={styles.facts}>
        <Badge>{stream.invite_only ? t.streams.kinds.private : t.streams.kinds.public}</Badge>
        <span>{privacyText(privacyOf(stream))}</span>
      </p>
      {stream.is_announcement_only && (
        <p className={styles.facts}>
          <Badge>{t.streams.kinds.announcements}</Badge>
          <span>{t.streams.announcementText}</span>
        </p>
      )}
      {number !== undefined && (
        <p className={styles.facts}>
          <Badge>{showNumber(number)}</Badge>
          <span>{t.streams.textingNumber}</span>
        </p>
      )}
      {!canRead && <Notice>{t.streams.notInside}</Notice>}
      {subscription && <OwnStreamSettings subscription={subscription} />}
      {subscription && <StreamAddresses subscription={subscription} />}
      <StreamMembers stream={stream} canAdd={canRead} />
      {isAdmin && (
        <footer className={styles.section}>
          <div>
            <Button look="danger" size="small" onClick={() => setOpen('archive')}>
              {t.streams.archive}
            </Button>
          </div>
        </footer>
      )}
      {open === 'edit' && (
        <EditStreamDialog stream={stream} mayChangePrivacy={canRead} onClose={() => setOpen(undefined)} />
      )}
      {open === 'archive' && (
        <ConfirmDialog
          title={t.streams.archiveTitle(stream.name)}
          confirm={t.streams.archive}
          onConfirm={async () => {
            await callChat('DELETE /streams/{stream_id}', { stream_id: stream.stream_id })
            showToast(t.streams.archived(stream.name))
            openHash('#streams')
          }}
          onClose={() => setOpen(undefined)}
        >
          {t.streams.archiveText}
        </ConfirmDialog>
      )}
    </article>
  )
}
