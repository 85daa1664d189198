import type { Import } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import styles from './import-dialog.module.css'

/** How far an import in the background has come, or how it has ended. */
export function ImportState({ state, onChanged }: { state: Import; onChanged: () => void }) {
  const { client } = usePortal()
  const submit = useSubmit()
  const { created, failed, problem, status, total } = state
  if (status === 'cancelled') return <Notice look="warning">{p.imports.stopped(created, total)}</Notice>
  if (status === 'failed') {
    return <Notice look="danger">{p.imports.failed(created, total, problem ?? '')}</Notice>
  }
  if (status === 'completed') {
    return <Notice look="success">{p.imports.done.extensions(created)}</Notice>
  }
  const cancel = () =>
    submit.run(async () => {
      await client.call('POST /imports/{import_id}/cancel', { import_id: state.id })
      onChanged()
    })
  return (
    <>
      {problem !== null && <Notice look="warning">{p.imports.waits(problem)}</Notice>}
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      <div className={styles.state}>
        <span>{p.imports.running(created, total)}</span>
        <ProgressBar label={p.imports.progress} value={(created + failed) / total} />
        <Button disabled={submit.busy} onClick={() => void cancel()}>
          {p.imports.stop}
        </Button>
      </div>
    </>
  )
}

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
