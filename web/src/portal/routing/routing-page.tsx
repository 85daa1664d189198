import { useQuery } from '@tanstack/react-query'
import { p } from '../../texts/portal-texts.ts'
import { SelectField } from '../../ui/field.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { openPortalPath } from '../shell/portal-path.ts'
import { BusinessHoursCard } from './business-hours-card.tsx'
import { MenuCard } from './menu-card.tsx'
import { RingGroupCard } from './ring-group-card.tsx'

/** /portal/routing, and behind it the instance. */
export function RoutingPage({ path: [uuid] }: { path: readonly string[] }) {
  const { client } = usePortal()
  const instances = useQuery({
    queryKey: portalKeys.instances.list,
    queryFn: ({ signal }) => client.call('GET /instances', {}, undefined, { signal }),
  })
  const all = instances.data ?? []
  const instance = all.find((one) => one.uuid === uuid) ?? all[0]
  return (
    <SectionPage
      title={p.routing.title}
      intro={p.routing.intro}
      actions={
        all.length > 1 && (
          <SelectField
            label={p.routing.instance}
            value={instance?.uuid}
            onChange={(event) => openPortalPath('routing', event.target.value)}
          >
            {all.map((one) => (
              <option key={one.uuid} value={one.uuid}>
                {one.hostname || one.internal_domain}
              </option>
            ))}
          </SelectField>
        )
      }
    >
      {instances.error !== null && <ErrorState error={instances.error} onRetry={instances.refetch} />}
      {instances.isFetching && !instances.data && <LoadingState />}
      {instance && (
        <>
          <RingGroupCard key={`groups ${instance.uuid}`} instanceUuid={instance.uuid} />
          <BusinessHoursCard key={`hours ${instance.uuid}`} instanceUuid={instance.uuid} />
          <MenuCard key={`menus ${instance.uuid}`} instanceUuid={instance.uuid} />
        </>
      )}
    </SectionPage>
  )
}
