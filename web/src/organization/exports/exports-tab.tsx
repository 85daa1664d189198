import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { ExportRow } from './export-row.tsx'

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
