import type {
  BusinessHours,
  Menu,
  NewBusinessHours,
  NewMenu,
  NewQueue,
  NewRingGroup,
  Queue,
  RingGroup,
} from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import type { FieldSpec } from '../../resource/draft-fields.tsx'
import { p } from '../../texts/portal-texts.ts'
import { SelectField } from '../../ui/field.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { CallDiagram, diagramField } from '../numbers/call-diagram.tsx'
import {
  numberName,
  useBusinessHours,
  useDids,
  useKnownNumbers,
  useMenus,
  useQueues,
  useRingGroups,
} from '../numbers/known-numbers.ts'
import { DraftMembers, numberField } from '../numbers/number-picker.tsx'
import { NoSipNotice } from '../shell/no-sip-notice.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { openPortalPath } from '../shell/portal-path.ts'
import { businessHoursFields, freshBusinessHours } from './business-hours-fields.tsx'
import { ConferenceRoomCard } from './conference-room-card.tsx'
import { menuFields } from './menu-fields.tsx'
import { NameDirectoryCard } from './name-directory-card.tsx'
import { PagingGroupCard } from './paging-group-card.tsx'
import { ParkingLotCard } from './parking-lot-card.tsx'
import { freshQueue, queueFields } from './queue-fields.tsx'
import { RouteCard, routeFields, useFreshRoute } from './route-card.tsx'
import { useNightMode } from './use-night-mode.tsx'

/** /portal/routing, and behind it the instance. */
export function RoutingPage({ path: [uuid] }: { path: readonly string[] }) {
  const { client, mayManage } = usePortal()
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
      <NoSipNotice />
      {instances.error !== null && <ErrorState error={instances.error} onRetry={instances.refetch} />}
      {instances.isFetching && !instances.data && <LoadingState />}
      {instance && (
        <>
          <RingGroupCard key={`groups ${instance.uuid}`} instanceUuid={instance.uuid} />
          <BusinessHoursCard key={`hours ${instance.uuid}`} instanceUuid={instance.uuid} />
          <MenuCard key={`menus ${instance.uuid}`} instanceUuid={instance.uuid} />
          <QueueCard key={`queues ${instance.uuid}`} instanceUuid={instance.uuid} />
          <ConferenceRoomCard key={`rooms ${instance.uuid}`} instanceUuid={instance.uuid} />
          <ParkingLotCard key={`parking ${instance.uuid}`} instanceUuid={instance.uuid} />
          <PagingGroupCard key={`paging ${instance.uuid}`} instanceUuid={instance.uuid} />
          <NameDirectoryCard key={`directories ${instance.uuid}`} instanceUuid={instance.uuid} />
          {mayManage && <NumbersCard instanceUuid={instance.uuid} />}
        </>
      )}
    </SectionPage>
  )
}

/** Where calls from outside go, number by number. */
function NumbersCard({ instanceUuid }: { instanceUuid: string }) {
  const dids = (useDids().data ?? []).filter(({ destination: { pbx } }) => pbx === instanceUuid)
  if (dids.length === 0) return null
  return (
    <Card title={p.numbers.outside}>
      {dids.map(({ id, number, destination }) => (
        <CallDiagram key={id} instanceUuid={instanceUuid} number={destination.number} from={[number]} />
      ))}
    </Card>
  )
}

const strategies = [
  'ringall',
  'hunt',
  'memoryhunt',
  'firstavailable',
  'firstnotonphone',
  'ringall-prim',
  'hunt-prim',
  'memoryhunt-prim',
] as const

function RingGroupCard({ instanceUuid }: { instanceUuid: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const groups = useRingGroups(instanceUuid)
  const freshRoute = useFreshRoute(instanceUuid)
  const numbers = useKnownNumbers(
    instanceUuid,
    (groups.data ?? []).flatMap(({ members }) => members),
  )
  const place = (id: string) => ({ ...at, ring_group_id: id })
  return (
    <RouteCard<RingGroup, NewRingGroup>
      texts={p.routing.groups}
      routes={groups}
      describe={({ members }) => members.map((member) => numberName(numbers, member)).join(', ')}
      fields={() => ringGroupFields(instanceUuid)}
      create={{
        fresh: { ...freshRoute, members: [], strategy: 'ringall', ring_time: 20 },
        save: (group) => client.call('POST /instances/{instance_uuid}/ring-groups', at, group),
      }}
      change={{
        storedOf: (group) => group,
        save: ({ id }, patch) =>
          client.call('PATCH /instances/{instance_uuid}/ring-groups/{ring_group_id}', place(id), patch),
      }}
      remove={(id) => client.call('DELETE /instances/{instance_uuid}/ring-groups/{ring_group_id}', place(id))}
    />
  )
}

function ringGroupFields(instanceUuid: string): FieldSpec<NewRingGroup>[] {
  const { groups } = p.routing
  return [
    routeFields(),
    {
      kind: 'other',
      key: 'members',
      render: (draft) => (
        <DraftMembers
          {...{ instanceUuid, draft }}
          at="/members"
          label={groups.members}
          hint={groups.membersHint}
        />
      ),
    },
    {
      kind: 'row',
      fields: [
        {
          kind: 'select',
          at: '/strategy',
          label: groups.strategy,
          options: strategies.map((value) => ({ value, text: groups.strategies[value] })),
        },
        { kind: 'number', at: '/ring_time', label: groups.ringTime, unit: groups.seconds },
      ],
    },
    { at: '/prefix', label: groups.prefix },
    {
      kind: 'row',
      fields: [
        numberField('/destination', { instanceUuid, label: groups.destination, none: groups.noDestination }),
        numberField('/mailbox', {
          instanceUuid,
          label: groups.mailbox,
          hint: groups.mailboxHint,
          none: p.numbers.ends,
          extensionsOnly: true,
        }),
      ],
    },
    diagramField(instanceUuid, (draft) => ({
      kind: 'ring_group',
      number: draft.value('/number'),
      name: draft.value('/name'),
      members: draft.value('/members') ?? [],
      strategy: draft.value('/strategy') ?? 'ringall',
      destination: draft.value('/destination') ?? '',
      mailbox: draft.value('/mailbox') ?? '',
    })),
  ]
}

function BusinessHoursCard({ instanceUuid }: { instanceUuid: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const schedules = useBusinessHours(instanceUuid)
  const freshRoute = useFreshRoute(instanceUuid)
  const numbers = useKnownNumbers(
    instanceUuid,
    (schedules.data ?? []).flatMap((one) => [one.open_destination, one.closed_destination]),
  )
  const nightMode = useNightMode(instanceUuid)
  const call = 'instances/{instance_uuid}/business-hours/{business_hours_id}'
  const place = (id: string) => ({ ...at, business_hours_id: id })
  return (
    <RouteCard<BusinessHours, NewBusinessHours>
      texts={p.routing.hours}
      routes={schedules}
      describe={(one) =>
        [
          [one.open_destination, one.closed_destination]
            .filter(Boolean)
            .map((number) => numberName(numbers, number))
            .join(' / '),
          ...(one.mode === 'schedule' ? [] : [p.routing.hours.byHand(p.routing.hours.modes[one.mode])]),
        ].join(', ')
      }
      actions={(one) => nightMode.actions(one)}
      fields={() => [routeFields(), ...businessHoursFields(instanceUuid)]}
      create={{
        fresh: { ...freshRoute, ...freshBusinessHours() },
        save: (hours) => client.call('POST /instances/{instance_uuid}/business-hours', at, hours),
      }}
      change={{
        storedOf: (hours) => hours,
        save: ({ id }, patch) => client.call(`PATCH /${call}`, place(id), patch),
      }}
      remove={(id) => client.call(`DELETE /${call}`, place(id))}
    />
  )
}

function MenuCard({ instanceUuid }: { instanceUuid: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const menus = useMenus(instanceUuid)
  const freshRoute = useFreshRoute(instanceUuid)
  const numbers = useKnownNumbers(
    instanceUuid,
    (menus.data ?? []).flatMap(({ options }) => options.map((one) => one.destination)),
  )
  const place = (id: string) => ({ ...at, menu_id: id })
  return (
    <RouteCard<Menu, NewMenu>
      texts={p.routing.menus}
      routes={menus}
      describe={({ options, prompt }) =>
        [
          ...options.map(({ digit, destination }) => `${digit}: ${numberName(numbers, destination)}`),
          ...(prompt ? [] : [p.routing.menus.noPrompt]),
        ].join(', ')
      }
      // The prompt is saved at once, beside the form.
      fields={(menu) => [routeFields(), ...menuFields(instanceUuid, menu, () => void menus.refetch())]}
      create={{
        fresh: { ...freshRoute, options: [], timeout: 5, tries: 3, direct_dial: false },
        save: (menu) => client.call('POST /instances/{instance_uuid}/menus', at, menu),
        // The next step is the prompt.
        next: 'edit',
      }}
      change={{
        storedOf: (menu) => menu,
        save: ({ id }, patch) =>
          client.call('PATCH /instances/{instance_uuid}/menus/{menu_id}', place(id), patch),
      }}
      remove={(id) => client.call('DELETE /instances/{instance_uuid}/menus/{menu_id}', place(id))}
    />
  )
}

function QueueCard({ instanceUuid }: { instanceUuid: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const freshRoute = useFreshRoute(instanceUuid)
  const queues = useQueues(instanceUuid)
  const numbers = useKnownNumbers(
    instanceUuid,
    (queues.data ?? []).flatMap(({ members }) => members),
  )
  const call = 'instances/{instance_uuid}/queues/{queue_id}'
  const place = (id: string) => ({ ...at, queue_id: id })
  return (
    <RouteCard<Queue, NewQueue>
      texts={p.routing.queues}
      routes={queues}
      describe={({ members }) => members.map((member) => numberName(numbers, member)).join(', ')}
      fields={() => [routeFields(), ...queueFields(instanceUuid)]}
      create={{
        fresh: { ...freshRoute, ...freshQueue() },
        save: (queue) => client.call('POST /instances/{instance_uuid}/queues', at, queue),
      }}
      change={{
        storedOf: (queue) => queue,
        save: ({ id }, patch) => client.call(`PATCH /${call}`, place(id), patch),
      }}
      remove={(id) => client.call(`DELETE /${call}`, place(id))}
    />
  )
}
