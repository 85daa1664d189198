import { useQuery } from '@tanstack/react-query'
import { p } from '../../texts/portal-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { FailedRows } from './failed-rows.tsx'
import type { ImportPreview } from './import-preview.ts'
import { ImportState } from './import-state.tsx'

/** In case an event gets lost. */
const LOOK_EVERY_MS = 5_000

/** The import goes on when this is closed. */
export function BackgroundImport({ id, preview }: { id: string; preview: ImportPreview }) {
  const { client } = usePortal()
  const { data, error, refetch } = useQuery({
    queryKey: portalKeys.imports.one(id),
    queryFn: ({ signal }) =>
      client.call('GET /imports/{import_id}', { import_id: id }, undefined, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? LOOK_EVERY_MS : false),
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
