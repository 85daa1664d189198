import { useQuery } from '@tanstack/react-query'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { chatKeys } from '../state/chat-keys.ts'
import { useChat } from '../state/workspace.ts'
import styles from './read-receipts-dialog.module.css'

export function ReadReceiptsDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
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
