import { useQuery } from '@tanstack/react-query'
import { Download, FileDown, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import styles from './export-row.module.css'

/** Copies of everything that the organization has. */
export function ExportsTab() {
  const { data, error, refetch } = useQuery({
    queryKey: chatKeys.exports,
    queryFn: ({ signal }) => callChat('GET /export/realm', {}, { signal }),
  })
  const [deleted, setDeleted] = useState<number>()
  const submit = useSubmit()
  const texts = t.organization.exports
  const make = (
    <Button
      look="primary"
      icon={<FileDown />}
      busy={submit.busy}
      onClick={() => void submit.run(() => callChat('POST /export/realm', {}))}
    >
      {texts.create}
    </Button>
  )
  const newestFirst = [...(data?.exports ?? [])].sort((one, other) => other.id - one.id)
  return (
    <SectionPage title={texts.title} intro={texts.intro} actions={newestFirst.length > 0 && make}>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />)}
      {data && newestFirst.length === 0 && (
        <EmptyState icon={<FileDown />} title={texts.none} action={make}>
          {texts.noneHint}
        </EmptyState>
      )}
      {newestFirst.length > 0 && (
        <div aria-live="polite">
          <Table label={texts.title} headings={[texts.when, texts.who, texts.state, '']}>
            {newestFirst.map((one) => (
              <ExportRow key={one.id} made={one} onDelete={() => setDeleted(one.id)} />
            ))}
          </Table>
        </div>
      )}
      {deleted !== undefined && (
        <ConfirmDialog
          title={texts.deleteTitle}
          confirm={t.ui.delete}
          onConfirm={() => callChat('DELETE /export/realm/{export_id}', { export_id: deleted })}
          onClose={() => setDeleted(undefined)}
        >
          {texts.deleteHint}
        </ConfirmDialog>
      )}
    </SectionPage>
  )
}

type RealmExport = ChatOutput<'GET /export/realm'>['exports'][number]

function ExportRow({ made, onDelete }: { made: RealmExport; onDelete: () => void }) {
  const who = useChat((state) => state.people.get(made.acting_user_id)?.full_name)
  const texts = t.organization.exports
  return (
    <tr>
      <td>
        <DateTime at={iso(made.export_time)} />
      </td>
      <td>{who}</td>
      <td>
        <ExportState made={made} />
      </td>
      <td>
        {made.export_url && (
          <span className={styles.actions}>
            <a className={styles.link} href={`/api/v1/export/realm/${made.id}/download`} download>
              <Download />
              {t.ui.download}
            </a>
            <IconButton label={texts.deleteOf(made.id)} onClick={onDelete}>
              <Trash2 />
            </IconButton>
          </span>
        )}
      </td>
    </tr>
  )
}

function ExportState({ made }: { made: RealmExport }) {
  const texts = t.organization.exports
  if (made.pending) return <Badge look="accent">{texts.pending}</Badge>
  if (made.failed_timestamp !== null) {
    return (
      <>
        <Badge look="danger">{texts.failed}</Badge> <DateTime at={iso(made.failed_timestamp)} />
      </>
    )
  }
  if (made.deleted_timestamp !== null) {
    return (
      <>
        <Badge>{texts.deleted}</Badge> <DateTime at={iso(made.deleted_timestamp)} />
      </>
    )
  }
  return <Badge look="success">{texts.ready}</Badge>
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
