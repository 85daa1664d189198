import { useQuery } from '@tanstack/react-query'
import { Server } from 'lucide-react'
import { p } from '../../texts/portal-texts.ts'
import { SectionPage } from '../../ui/section-page.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { InstanceCard } from './instance-card.tsx'

/** The PBX instances with what phones and programs need to reach them. An id in the address marks one. */
export function InstancesPage({ path }: { path: readonly string[] }) {
  const { client } = usePortal()
  const loaded = useQuery({
    queryKey: portalKeys.instances.located,
    queryFn: async ({ signal }) => {
      const [instances, locations] = await Promise.all([
        client.call('GET /instances', {}, undefined, { signal }),
        client.call('GET /company/locations', {}, undefined, { signal }),
      ])
      return instances.map((instance) => ({
        instance,
        location: locations.find(({ pbx_id: id }) => id === instance.uuid),
      }))
    },
  })
  return (
    <SectionPage title={p.locations.instances} intro={p.locations.instancesIntro}>
      {loaded.error !== null && <ErrorState error={loaded.error} onRetry={loaded.refetch} />}
      {loaded.isFetching && !loaded.data && <LoadingState />}
      {loaded.data?.length === 0 && (
        <EmptyState icon={<Server />} title={p.locations.noInstances}>
          {p.locations.noInstancesHint}
        </EmptyState>
      )}
      {loaded.data?.map(({ instance, location }) => (
        <InstanceCard
          key={instance.uuid}
          instance={instance}
          name={location?.name ?? instance.hostname}
          chosen={path[0] === instance.uuid}
        />
      ))}
    </SectionPage>
  )
}
