import { useQuery } from '@tanstack/react-query'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dayAndTime } from '../../ui/times.ts'
import { showToast } from '../../ui/toast.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { renderedHtml } from '../rendered-html.ts'
import { describeTime, proposeTimes, secondsOf } from '../scheduled/delivery-times.ts'
import { TimeDialog } from '../scheduled/time-dialog.tsx'
import { chatKeys } from '../state/chat-keys.ts'
import { useChat } from '../state/workspace.ts'
import type { OpenMessageDialog } from './message-dialog.ts'
import styles from './message-dialogs.module.css'

/** A dialog about one message. Loaded when the first one is opened. */
export function MessageDialog({ kind, messageId, onClose }: OpenMessageDialog & { onClose: () => void }) {
  if (kind === 'history') return <EditHistoryDialog messageId={messageId} onClose={onClose} />
  if (kind === 'receipts') return <ReadReceiptsDialog messageId={messageId} onClose={onClose} />
  if (kind === 'reminder') return <ReminderDialog messageId={messageId} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t.actions.deleteTitle}
      confirm={t.actions.delete}
      onClose={onClose}
      onConfirm={() => callChat('DELETE /messages/{message_id}', { message_id: messageId })}
    >
      {t.actions.deleteText}
    </ConfirmDialog>
  )
}

function ReadReceiptsDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const people = useChat((state) => state.people)
  const receipts = useQuery({
    queryKey: chatKeys.readReceipts(messageId),
    queryFn: ({ signal }) =>
      callChat('GET /messages/{message_id}/read_receipts', { message_id: messageId }, { signal }),
  })
  const readers = receipts.data?.user_ids.map((id) => people.get(id)).filter((person) => person !== undefined)
  return (
    <Dialog title={t.actions.receiptsTitle} size="small" onClose={onClose}>
      {receipts.error !== null && <ErrorState error={receipts.error} onRetry={receipts.refetch} />}
      {receipts.isFetching && !readers && <LoadingState />}
      {readers?.length === 0 && <p>{t.actions.receiptsNone}</p>}
      <ul className={styles.readers}>
        {readers?.map(({ user_id, full_name, avatar_url }) => (
          <li key={user_id}>
            <Avatar url={avatar_url} name={full_name} size="small" />
            {full_name}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Every version, the newest last, with what each edit took away and put in. */
function EditHistoryDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const people = useChat((state) => state.people)
  const history = useQuery({
    queryKey: chatKeys.editHistory(messageId),
    queryFn: ({ signal }) =>
      callChat('GET /messages/{message_id}/history', { message_id: messageId }, { signal }),
  })
  return (
    <Dialog title={t.actions.historyTitle} onClose={onClose}>
      {history.error !== null && <ErrorState error={history.error} onRetry={history.refetch} />}
      {history.isFetching && !history.data && <LoadingState />}
      <ol className={styles.versions}>
        {history.data?.message_history.map((version, index) => (
          <li key={version.timestamp + String(index)} className={styles.version}>
            <h3>
              {t.actions.editedBy(
                people.get(version.user_id)?.full_name ?? '',
                dayAndTime(version.timestamp * 1000, 'medium'),
              )}
            </h3>
            {index === 0 && <p className={styles.note}>{t.actions.original}</p>}
            {version.prev_topic !== undefined && (
              <p className={styles.note}>{t.actions.movedFrom(version.prev_topic)}</p>
            )}
            <div
              className={styles.content}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and escaped by the server
              dangerouslySetInnerHTML={renderedHtml(version.content_html_diff ?? version.rendered_content)}
            />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

/** Asks when to be reminded of a message. */
function ReminderDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  async function remind(at: Date) {
    await callChat('POST /reminders', {
      message_id: messageId,
      scheduled_delivery_timestamp: secondsOf(at),
    })
    showToast(t.reminders.added(describeTime(at)))
  }
  return (
    <TimeDialog
      title={t.reminders.remindMe}
      confirm={t.reminders.add}
      start={proposeTimes(new Date())[0]!.at}
      onChoose={remind}
      onClose={onClose}
    />
  )
}
