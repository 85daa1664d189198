import type { Import, ImportReport } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { faultsOf, type TelephonyClient } from '../../api/telephony-api.ts'
import { fetchWithProgress } from '../../api/upload.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { Table } from '../../ui/table.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import styles from './import-dialog.module.css'
import { ImportFileChoice } from './import-file-choice.tsx'
import { type ImportPreview, previewOf } from './import-preview.ts'
import { ImportState } from './import-state.tsx'

const ROWS_PER_PAGE = 50

/** In case an event gets lost. */
const INTERVAL_MS = 5_000

const MAX_SHOWN = 20

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

/** Measurable while the file uploads, indeterminate while the server processes it. */
function ImportProgress({ file, count, part }: { file: File; count?: number; part: number }) {
  return (
    <>
      <LoadingState
        label={count === undefined ? p.imports.checking(file.name) : p.imports.importing(count)}
      />
      <ProgressBar label={p.imports.sending} value={part} />
      {count !== undefined && <p>{p.imports.working}</p>}
    </>
  )
}

/** Why the whole file was rejected: its header, its encoding, or a row that conflicts with a concurrent change. */
function ImportFaults({ error }: { error: unknown }) {
  const faults = faultsOf(error)
  if (faults.length === 0) return <Notice look="danger">{messageOf(error)}</Notice>
  return (
    <Notice look="danger">
      {p.imports.refused}
      <ul className={styles.faults}>
        {faults.slice(0, MAX_SHOWN).map(({ pointer, detail }) => (
          <li key={`${pointer} ${detail}`}>
            {pointer && <code>{pointer}</code>} {detail}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** The import goes on when this is closed. */
function BackgroundImport({ id, preview }: { id: string; preview: ImportPreview }) {
  const { client } = usePortal()
  const { data, error, refetch } = useQuery({
    queryKey: portalKeys.imports.one(id),
    queryFn: ({ signal }) =>
      client.call('GET /imports/{import_id}', { import_id: id }, undefined, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? INTERVAL_MS : false),
  })
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <LoadingState />
  return (
    <>
      <ImportState state={data} onChanged={() => void refetch()} />
      {data.status === 'running' && <p>{p.imports.goesOn}</p>}
      {data.failed > 0 && (
        <>
          <Notice look="warning">{p.imports.partly(data.failed)}</Notice>
          <FailedRows id={id} count={data.failed} preview={preview} />
        </>
      )}
    </>
  )
}

/** The rows of an import in the background that could not be created, and why. */
function FailedRows({ id, count, preview }: { id: string; count: number; preview: ImportPreview }) {
  const { client } = usePortal()
  const { data = [] } = useQuery({
    queryKey: [...portalKeys.imports.failed(id), count],
    queryFn: ({ signal }) =>
      client.call('GET /imports/{import_id}/rows', { import_id: id, status: 'failed' }, undefined, {
        signal,
      }),
  })
  const rows = data.map(({ row, errors }) => ({ row, errors, status: 'invalid' as const }))
  const report = { dry_run: false, total: count, valid: 0, invalid: count, created: 0, rows }
  return <ImportReportTable report={report} preview={preview} />
}

type ImportStage =
  | { name: 'choosing'; error?: unknown }
  | { name: 'sending'; file: File; count?: number; part: number }
  | { name: 'checked'; file: File; report: ImportReport; preview: ImportPreview; error?: unknown }
  | { name: 'background'; id: string; preview: ImportPreview }
  | { name: 'done'; report: ImportReport; preview: ImportPreview }

/** A file is checked as soon as it is chosen, and imported when the person has seen what would happen. */
function useImport(path: string, onImported: (report: ImportReport) => void) {
  const { client } = usePortal()
  const [stage, setStage] = useState<ImportStage>({ name: 'choosing' })
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  function send(file: File, dryRun: boolean, count?: number): Promise<ImportReport | Import> {
    const progress = (part: number) =>
      setStage({ name: 'sending', file, part, ...(count !== undefined && { count }) })
    progress(0)
    abort.current = new AbortController()
    return sendImport(client, path, file, { dryRun, onProgress: progress, signal: abort.current.signal })
  }
  async function check(file: File): Promise<void> {
    try {
      const report = (await send(file, true)) as ImportReport
      setStage({ name: 'checked', file, report, preview: previewOf(await file.text(), isJsonFile(file)) })
    } catch (error) {
      if (!abort.current?.signal.aborted) setStage({ name: 'choosing', error })
    }
  }
  async function run(): Promise<void> {
    if (stage.name !== 'checked') return
    const { file, preview, report: checked } = stage
    try {
      const report = await send(file, false, checked.total)
      if ('status' in report) return setStage({ name: 'background', id: report.id, preview })
      setStage({ name: 'done', report, preview })
      onImported(report)
    } catch (error) {
      setStage({ name: 'checked', file, preview, report: checked, error })
    }
  }
  return { stage, check, run, restart: () => setStage({ name: 'choosing' }) }
}

interface ImportOptions {
  dryRun: boolean
  onProgress: (part: number) => void
  signal: AbortSignal
}

const isJsonFile = ({ name, type }: File) =>
  type === 'application/json' || name.toLowerCase().endsWith('.json')

/** Uploads the file unchanged. Only the server parses it, so that there is one parser. A large one is imported later. */
function sendImport(
  client: TelephonyClient,
  path: string,
  file: File,
  { dryRun, onProgress, signal }: ImportOptions,
): Promise<ImportReport | Import> {
  const type = isJsonFile(file) ? 'application/json' : 'text/csv'
  const body = file.slice(0, file.size, type)
  const call = `POST ${path}` as 'POST /company/contacts/import'
  return client.call(call, { dry_run: dryRun }, body, { signal, fetch: fetchWithProgress(onProgress) })
}

/** The result of each row. Rows with errors come first, because they need a correction. */
function ImportReportTable({ report, preview }: { report: ImportReport; preview: ImportPreview }) {
  const [onlyFaulty, setOnlyFaulty] = useState(report.invalid > 0)
  const [page, setPage] = useState(1)
  const rows = report.rows.filter(({ errors }) => !onlyFaulty || errors.length > 0)
  const pages = Math.ceil(rows.length / ROWS_PER_PAGE)
  return (
    <>
      {report.invalid > 0 && report.valid > 0 && (
        <CheckField
          label={p.imports.onlyFaulty}
          checked={onlyFaulty}
          onChange={(event) => {
            setOnlyFaulty(event.target.checked)
            setPage(1)
          }}
        />
      )}
      <Table
        label={p.imports.rows}
        headings={[preview.isTable ? p.imports.line : p.imports.entry, p.imports.content, p.imports.result]}
      >
        {rows.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE).map((row) => (
          <tr key={row.row}>
            <td>{preview.rows[row.row]?.place ?? row.row + 1}</td>
            <td className={styles.content}>{preview.rows[row.row]?.content}</td>
            <td>
              <RowResult row={row} />
            </td>
          </tr>
        ))}
      </Table>
      <Pager page={page} pages={pages} onTurn={setPage} />
    </>
  )
}

function RowResult({ row }: { row: ImportReport['rows'][number] }) {
  if (row.status === 'created') return <Badge look="success">{p.imports.created}</Badge>
  if (row.status === 'valid') return <Badge look="accent">{p.imports.wouldCreate}</Badge>
  return (
    <ul className={styles.rowFaults}>
      {row.errors.map(({ pointer, detail }) => (
        <li key={`${pointer} ${detail}`}>
          <code>{columnOf(pointer)}</code> {withoutLine(detail)}
        </li>
      ))}
    </ul>
  )
}

/** A pointer begins with the row: /3/email. */
const columnOf = (pointer: string) => pointer.split('/').slice(2).join('/')

/** The line has a column of its own. */
const withoutLine = (detail: string) => detail.replace(/ \(line \d+\)$/, '')
