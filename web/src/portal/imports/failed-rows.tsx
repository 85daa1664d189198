import { useQuery } from '@tanstack/react-query'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import type { ImportPreview } from './import-preview.ts'
import { ImportReportTable } from './import-report-table.tsx'

/** The rows of an import in the background that could not be created, and why. */
export function FailedRows({ id, count, preview }: { id: string; count: number; preview: ImportPreview }) {
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
