import { useQuery } from '@tanstack/react-query'
import { callChat } from '../../api/chat-api.ts'
import { currentLanguage } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { renderedHtml } from '../rendered-html.ts'
import { chatKeys } from '../state/chat-keys.ts'
import { useChat } from '../state/workspace.ts'
import styles from './edit-history-dialog.module.css'

/** Every version, the newest last, with what each edit took away and put in. */
export function EditHistoryDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const people = useChat((state) => state.people)
  const history = useQuery({
    queryKey: chatKeys.editHistory(messageId),
    queryFn: ({ signal }) =>
      callChat('GET /messages/{message_id}/history', { message_id: messageId }, { signal }),
  })
  const formatTime = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeStyle: 'short' })
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
                formatTime.format(version.timestamp * 1000),
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
