import { useQuery } from '@tanstack/react-query'
import { Files, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { Table } from '../../ui/table.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import styles from './uploads-tab.module.css'

type Attachment = ChatOutput<'GET /attachments'>['attachments'][number]

const MEBIBYTE = 1_048_576

/** The user's files, and which messages use them. */
export function UploadsTab() {
  const quota = useChat((state) => state.realm.upload_quota_mib)
  const { data, error, refetch } = useQuery({
    queryKey: chatKeys.attachments,
    queryFn: ({ signal }) => callChat('GET /attachments', {}, { signal }),
  })
  const [deleting, setDeleting] = useState<Attachment>()
  if (error !== null && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <LoadingState />
  const own = data.attachments.reduce((sum, { size }) => sum + size, 0)
  const total = formatSize(data.upload_space_used)
  return (
    <>
      <p className={styles.space}>
        {t.settings.uploads.own(data.attachments.length, formatSize(own))}{' '}
        {quota
          ? t.settings.uploads.ofQuota(total, formatSize(quota * MEBIBYTE))
          : t.settings.uploads.all(total)}
      </p>
      {data.attachments.length === 0 ? (
        <EmptyState icon={<Files />} title={t.settings.uploads.none}>
          {t.settings.uploads.noneText}
        </EmptyState>
      ) : (
        <Table
          label={t.settings.tabs.uploads}
          headings={[
            t.settings.uploads.file,
            t.settings.uploads.size,
            t.settings.uploads.date,
            t.settings.uploads.messages,
            '',
          ]}
        >
          {data.attachments.map((file) => (
            <FileRow key={file.id} file={file} onDelete={() => setDeleting(file)} />
          ))}
        </Table>
      )}
      {deleting && (
        <ConfirmDialog
          title={t.settings.uploads.deleteTitle(deleting.name)}
          confirm={t.ui.delete}
          onConfirm={async () => {
            await callChat('DELETE /attachments/{attachment_id}', { attachment_id: deleting.id })
            void refetch()
          }}
          onClose={() => setDeleting(undefined)}
        >
          {t.settings.uploads.deleteText}
        </ConfirmDialog>
      )}
    </>
  )
}

function FileRow({ file, onDelete }: { file: Attachment; onDelete: () => void }) {
  return (
    <tr>
      <td className={styles.name}>
        <a href={`/user_uploads/${file.path_id}`} target="_blank" rel="noreferrer">
          {file.name}
        </a>
      </td>
      <td className={styles.number}>{formatSize(file.size)}</td>
      <td className={styles.number}>
        <DateTime at={new Date(file.create_time).toISOString()} />
      </td>
      <td>
        {file.messages.length === 0
          ? t.settings.uploads.unused
          : file.messages.map((message) => (
              <a key={message.id} className={styles.message} href={`#narrow/near/${message.id}`}>
                {t.settings.uploads.message(message.id)}
              </a>
            ))}
      </td>
      <td>
        <IconButton label={t.settings.uploads.deleteFile(file.name)} onClick={onDelete}>
          <Trash2 />
        </IconButton>
      </td>
    </tr>
  )
}
