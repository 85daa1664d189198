import { FileDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { useWorkspace } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { ExportRow } from './export-row.tsx'
import { useGeneration } from './use-generation.ts'

/** Copies of everything that the organization has. */
export function ExportsTab() {
  const workspace = useWorkspace()
  const { value, error, reload } = useLoaded(`exports-${useGeneration()}`, (signal) =>
    callChat('GET /export/realm', {}, { signal }),
  )
  const [deleted, setDeleted] = useState<number>()
  const submit = useSubmit()
  const texts = t.organization.exports
  useEffect(
    () =>
      workspace.listen(({ type }) => {
        if ((type as string) === 'realm_export') reload()
      }),
    [workspace, reload],
  )
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
  const newestFirst = [...(value?.exports ?? [])].sort((one, other) => other.id - one.id)
  return (
    <SectionPage title={texts.title} intro={texts.intro} actions={newestFirst.length > 0 && make}>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      {!value && (error ? <ErrorState error={error} onRetry={reload} /> : <LoadingState />)}
      {value && newestFirst.length === 0 && (
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
