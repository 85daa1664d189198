import type { ImportReport } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { BackgroundImport } from './background-import.tsx'
import { ImportFaults } from './import-faults.tsx'
import { ImportFileChoice } from './import-file-choice.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportReportTable } from './import-report-table.tsx'
import { useImport } from './use-import.ts'

type ImportDialogProps = {
  onClose: () => void
  /** Something was created: the page behind the dialog is out of date. */
  onImported: (report: ImportReport) => void
} & ({ kind: 'contacts' } | { kind: 'extensions'; instanceUuid: string })

/** Imports many users or extensions: choose a file, review the result, confirm. */
export function ImportDialog(props: ImportDialogProps) {
  const { kind, onClose, onImported } = props
  const path =
    props.kind === 'contacts'
      ? '/company/contacts/import'
      : `/instances/${encodeURIComponent(props.instanceUuid)}/bulks/extensions/import`
  const { stage, check, run, restart } = useImport(path, onImported)
  // Closing the dialog would not stop the import.
  const busy = stage.name === 'sending' && stage.count !== undefined
  return (
    <Dialog
      title={p.imports.title[kind]}
      size={stage.name === 'choosing' ? 'medium' : 'large'}
      onClose={() => !busy && onClose()}
      actions={
        stage.name === 'checked' ? (
          <>
            <Button onClick={restart}>{p.imports.another}</Button>
            <Button look="primary" disabled={stage.report.invalid > 0} onClick={() => void run()}>
              {p.imports.run[kind](stage.report.total)}
            </Button>
          </>
        ) : (
          <Button disabled={busy} onClick={onClose}>
            {stage.name === 'done' || stage.name === 'background' ? t.ui.close : t.ui.cancel}
          </Button>
        )
      }
    >
      {stage.name === 'choosing' && (
        <>
          {stage.error !== undefined && <ImportFaults error={stage.error} />}
          <ImportFileChoice kind={kind} onChoose={(file) => void check(file)} />
        </>
      )}
      {stage.name === 'sending' && <ImportProgress {...stage} />}
      {stage.name === 'checked' && (
        <>
          {stage.error !== undefined && <ImportFaults error={stage.error} />}
          {stage.report.invalid > 0 ? (
            <Notice look="danger">{p.imports.faulty(stage.report.invalid, stage.report.total)}</Notice>
          ) : (
            <Notice look="success">{p.imports.ready[kind](stage.report.total)}</Notice>
          )}
          <ImportReportTable report={stage.report} preview={stage.preview} />
        </>
      )}
      {stage.name === 'background' && <BackgroundImport id={stage.id} preview={stage.preview} />}
      {stage.name === 'done' && (
        <>
          <Notice look="success">{p.imports.done[kind](stage.report.created)}</Notice>
          <ImportReportTable report={stage.report} preview={stage.preview} />
        </>
      )}
    </Dialog>
  )
}
