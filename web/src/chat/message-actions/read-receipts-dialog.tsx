import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { useChat } from '../state/workspace.ts'
import styles from './read-receipts-dialog.module.css'

export function ReadReceiptsDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const people = useChat((state) => state.people)
  const receipts = useLoaded(`receipts ${messageId}`, (signal) =>
    callChat('GET /messages/{message_id}/read_receipts', { message_id: messageId }, { signal }),
  )
  const readers = receipts.value?.user_ids
    .map((id) => people.get(id))
    .filter((person) => person !== undefined)
  return (
    <Dialog title={t.actions.receiptsTitle} size="small" onClose={onClose}>
      {receipts.error !== undefined && <ErrorState error={receipts.error} onRetry={receipts.reload} />}
      {receipts.loading && !readers && <LoadingState />}
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
