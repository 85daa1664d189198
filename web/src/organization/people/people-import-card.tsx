import { useQuery } from '@tanstack/react-query'
import { Download, Play } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { o } from '../../texts/organization-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { saveBlob } from '../../ui/save-blob.ts'
import { Card } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { TabRow } from '../tab-row.tsx'
import { type ImportRow, isRunning, type PeopleImport } from './people-import.ts'
import { writeReport } from './people-import-report.ts'

/** What one file does: as a preview, while it is done, and afterwards. */
export function PeopleImportCard({ made, reload }: { made: PeopleImport; reload: () => Promise<unknown> }) {
  const texts = o.peopleImport
  const [isAsking, setAsking] = useState(false)
  const { busy, error, run } = useSubmit()
  const name = made.name || texts.unnamed
  const isPlanned = made.started_at === null
  const title = isPlanned
    ? texts.preview(name)
    : isRunning(made)
      ? texts.progressOf(name)
      : texts.reportOf(name)
  const download = () =>
    run(async () => {
      const rows: ImportRow[] = []
      for (let page = await loadRows(made.id, 0); page.length > 0; ) {
        rows.push(...page)
        page = await loadRows(made.id, page.at(-1)!.line)
      }
      saveBlob(new Blob([writeReport(rows)], { type: 'text/csv' }), `report-${name}.csv`)
    })
  return (
    <Card
      title={title}
      actions={
        <Button icon={<Download />} busy={busy} onClick={() => void download()}>
          {texts.report}
        </Button>
      }
    >
      {error !== undefined && <Notice look="danger">{messageOf(error)}</Notice>}
      <div aria-live="polite">
        <Summary made={made} />
      </div>
      {isRunning(made) && (
        <ProgressBar label={texts.progressOf(name)} value={made.total === 0 ? 0 : made.done / made.total} />
      )}
      {isPlanned && made.wrong === 0 && (
        <TabRow>
          <Button look="primary" icon={<Play />} onClick={() => setAsking(true)}>
            {texts.start}
          </Button>
        </TabRow>
      )}
      <Rows made={made} />
      {isAsking && (
        <ConfirmDialog
          title={texts.startTitle}
          confirm={texts.start}
          onConfirm={async () => {
            await callChat('POST /realm/people_imports/{import_id}/start', { import_id: made.id })
            await reload()
            showToast(texts.started)
          }}
          onClose={() => setAsking(false)}
        >
          {texts.startText}
        </ConfirmDialog>
      )}
    </Card>
  )
}

function Summary({ made }: { made: PeopleImport }) {
  const texts = o.peopleImport
  if (made.wrong > 0) return <Notice look="danger">{texts.wrong(made.wrong, made.total)}</Notice>
  if (made.started_at === null) return <p>{texts.planned(made.total)}</p>
  if (made.problem !== null) return <Notice look="danger">{made.problem}</Notice>
  if (made.finished_at === null) return <p>{texts.progress(made.done, made.total)}</p>
  return <p>{texts.finished(made.done, made.failed)}</p>
}

/** Those that are wrong or failed, if there are any; otherwise the first ones. */
function Rows({ made }: { made: PeopleImport }) {
  const texts = o.peopleImport
  const hasProblems = made.wrong > 0 || made.failed > 0
  const isFinished = made.finished_at !== null
  const { data, error, refetch } = useQuery({
    queryKey: chatKeys.peopleImportRows(made.id, isFinished ? made.done : 0),
    queryFn: () => loadRows(made.id, 0, hasProblems),
  })
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <LoadingState />
  const rest = (hasProblems ? made.wrong + made.failed : made.total) - data.length
  return (
    <>
      <Table
        label={texts.preview(made.name)}
        headings={[texts.line, texts.email, texts.name, texts.role, texts.action, texts.result]}
      >
        {data.map((row) => (
          <tr key={row.line}>
            <td data-label={texts.line}>{row.line}</td>
            <td>{row.email}</td>
            <td>{row.name}</td>
            <td>{row.role !== null && roleName(row.role)}</td>
            <td data-label={texts.action}>{texts.actions[row.action]}</td>
            <td data-wide="">
              <Result row={row} />
            </td>
          </tr>
        ))}
      </Table>
      {rest > 0 && <p>{texts.more(rest)}</p>}
    </>
  )
}

function Result({ row: { problem, done_at: doneAt } }: { row: ImportRow }) {
  const texts = o.peopleImport
  if (problem !== null) {
    return <Badge look="danger">{problem}</Badge>
  }
  return doneAt === null ? texts.rowWaiting : <Badge look="success">{texts.rowDone}</Badge>
}

const roleName = (role: string) => (o.roles as Partial<Record<string, string>>)[role] ?? role

const loadRows = async (id: number, after: number, problemsOnly = false): Promise<ImportRow[]> =>
  (
    await callChat('GET /realm/people_imports/{import_id}/rows', {
      import_id: id,
      after,
      problems_only: problemsOnly,
    })
  ).rows
