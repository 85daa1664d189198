import { useQuery } from '@tanstack/react-query'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { ImportState } from './import-state.tsx'

const NEWEST = 10

/** The imports into this instance that are in progress. */
export function RunningImports({ instanceUuid }: { instanceUuid: string }) {
  const { client } = usePortal()
  const { data = [], refetch } = useQuery({
    queryKey: portalKeys.imports.list,
    queryFn: ({ signal }) => client.call('GET /imports', { page_size: NEWEST }, undefined, { signal }),
  })
  return data
    .filter(({ pbx, status }) => pbx === instanceUuid && status === 'running')
    .map((state) => <ImportState key={state.id} state={state} onChanged={() => void refetch()} />)
}
