import type { NewPagingGroup, PagingGroup } from '@switchboard/client/telephony'
import type { FieldSpec } from '../../resource/draft-fields.tsx'
import { p } from '../../texts/portal-texts.ts'
import { numberName, useKnownNumbers, usePagingGroups } from '../numbers/known-numbers.ts'
import { DraftMembers } from '../numbers/number-picker.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { RouteCard, routeFields, useFreshRoute } from './route-card.tsx'

const GROUP = 'instances/{instance_uuid}/paging-groups/{paging_id}'

/** Numbers whose members hear the caller at once. */
export function PagingGroupCard({ instanceUuid }: { instanceUuid: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const freshRoute = useFreshRoute(instanceUuid)
  const groups = usePagingGroups(instanceUuid)
  const numbers = useKnownNumbers(
    instanceUuid,
    (groups.data ?? []).flatMap(({ members }) => members),
  )
  const place = (id: string) => ({ ...at, paging_id: id })
  return (
    <RouteCard<PagingGroup, NewPagingGroup>
      texts={p.routing.paging}
      routes={groups}
      describe={({ members }) => members.map((member) => numberName(numbers, member)).join(', ')}
      fields={() => [routeFields(), ...groupFields(instanceUuid)]}
      create={{
        fresh: { ...freshRoute, members: [], callers: [], two_way: false, urgent: false },
        save: (group) => client.call('POST /instances/{instance_uuid}/paging-groups', at, group),
      }}
      change={{
        storedOf: (group) => group,
        save: ({ id }, patch) => client.call(`PATCH /${GROUP}`, place(id), patch),
      }}
      remove={(id) => client.call(`DELETE /${GROUP}`, place(id))}
    />
  )
}

function groupFields(instanceUuid: string): FieldSpec<NewPagingGroup>[] {
  const { paging: texts } = p.routing
  const numbers = (at: '/members' | '/callers', label: string, hint: string): FieldSpec<NewPagingGroup> => ({
    kind: 'other',
    key: at,
    render: (draft) => <DraftMembers {...{ instanceUuid, draft, at, label, hint }} />,
  })
  return [
    numbers('/members', texts.members, texts.membersHint),
    numbers('/callers', texts.callers, texts.callersHint),
    { kind: 'check', at: '/two_way', label: texts.twoWay },
    { kind: 'check', at: '/urgent', label: texts.urgent },
  ]
}
