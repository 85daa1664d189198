import { CircleAlert } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/progress.tsx'
import { requestCompose } from '../compose/compose-request.ts'
import { useChat, useWorkspace } from '../state/workspace.ts'
import type { PendingRow } from './build-rows.ts'
import look from './message-row.module.css'
import styles from './pending-message-row.module.css'
import { ConversationHeader, DateDivider } from './row-dividers.tsx'
import { SenderAvatar, SenderLine } from './sender.tsx'

/** A message that was sent and has not arrived, as it was written, below its author. */
export function PendingMessageRow({ row: { pending, ...row } }: { row: PendingRow }) {
  const me = useChat((state) => state.me)
  const { outbox } = useWorkspace()
  const { localId, content, conversation, error, timestamp } = pending
  const sent = { sender_id: me.userId, sender_full_name: me.fullName, avatar_url: me.avatarUrl }
  const takeBack = () => {
    outbox.discard(localId)
    requestCompose({ conversation, insert: content })
  }
  return (
    <>
      {row.startsDay && <DateDivider timestamp={timestamp} />}
      {row.startsConversation && (
        <div className={look.header}>
          <ConversationHeader conversation={conversation} />
        </div>
      )}
      <article
        className={classNames(look.row, row.showsSender && look.first)}
        aria-label={t.messages.pendingOf(me.fullName)}
      >
        <div className={look.side}>{row.showsSender && <SenderAvatar message={sent} />}</div>
        <div className={look.main}>
          {row.showsSender && <SenderLine message={sent} />}
          <p className={styles.content}>{content}</p>
          {error !== undefined && (
            <div className={styles.refused} role="alert">
              <p>
                <CircleAlert />
                {t.messages.notSent(error)}
              </p>
              <div className={styles.choices}>
                <Button size="small" onClick={() => outbox.retry(localId)}>
                  {t.ui.tryAgain}
                </Button>
                <Button size="small" onClick={takeBack}>
                  {t.messages.backToCompose}
                </Button>
                <Button size="small" look="quiet" onClick={() => outbox.discard(localId)}>
                  {t.messages.discard}
                </Button>
              </div>
            </div>
          )}
        </div>
        {/* Where the time will be, so nothing moves when the message arrives. */}
        {error === undefined && (
          <p className={look.marks}>
            <Spinner />
            {t.messages.sending}
          </p>
        )}
      </article>
    </>
  )
}
