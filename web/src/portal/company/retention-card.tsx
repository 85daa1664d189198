import { useQuery } from '@tanstack/react-query'
import { p } from '../../texts/portal-texts.ts'
import { Card } from '../../ui/section-page.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { RetentionForm } from './retention-form.tsx'

/** How long calls and voicemail are kept. For the owner. */
export function RetentionCard() {
  const { client } = usePortal()
  const retention = useQuery({
    queryKey: portalKeys.retention,
    queryFn: ({ signal }) => client.call('GET /company/retention', {}, undefined, { signal }),
  })
  return (
    <Card title={p.company.retention.title}>
      {retention.error !== null && <ErrorState error={retention.error} onRetry={retention.refetch} />}
      {retention.isFetching && !retention.data && <LoadingState />}
      {retention.data && <RetentionForm stored={retention.data} />}
    </Card>
  )
}
