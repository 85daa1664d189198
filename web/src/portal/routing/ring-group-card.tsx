import { useQuery } from '@tanstack/react-query'
import type { RingGroup } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { RingGroupDialog } from './ring-group-dialog.tsx'
import { RouteCard } from './route-card.tsx'

export function RingGroupCard({ instanceUuid }: { instanceUuid: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const groups = useQuery({
    queryKey: portalKeys.routing.list('ring-groups', instanceUuid),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/ring-groups', { ...at, page_size: 1000 }, undefined, {
        signal,
      }),
  })
  return (
    <RouteCard<RingGroup>
      texts={p.routing.groups}
      routes={groups}
      describe={({ members }) => members.join(', ')}
      dialog={(editing) => <RingGroupDialog instanceUuid={instanceUuid} {...editing} />}
      remove={({ id }) =>
        client.call('DELETE /instances/{instance_uuid}/ring-groups/{ring_group_id}', {
          ...at,
          ring_group_id: id,
        })
      }
    />
  )
}
