import { useQuery } from '@tanstack/react-query'
import type { BusinessHours } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { BusinessHoursDialog } from './business-hours-dialog.tsx'
import { RouteCard } from './route-card.tsx'

export function BusinessHoursCard({ instanceUuid }: { instanceUuid: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const schedules = useQuery({
    queryKey: portalKeys.routing.list('business-hours', instanceUuid),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/business-hours', { ...at, page_size: 1000 }, undefined, {
        signal,
      }),
  })
  return (
    <RouteCard<BusinessHours>
      texts={p.routing.hours}
      routes={schedules}
      describe={(one) => [one.open_destination, one.closed_destination].filter(Boolean).join(' / ')}
      dialog={(editing) => <BusinessHoursDialog instanceUuid={instanceUuid} {...editing} />}
      remove={({ id }) =>
        client.call('DELETE /instances/{instance_uuid}/business-hours/{business_hours_id}', {
          ...at,
          business_hours_id: id,
        })
      }
    />
  )
}
