import type {
  BusinessHours,
  Menu,
  NewBusinessHours,
  NewMenu,
  NewRingGroup,
  RingGroup,
} from '@switchboard/client/telephony'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import type { FieldSpec, NumberSpec, TextSpec } from '../../resource/draft-fields.tsx'
import type { Patch } from '../../resource/pointers.ts'
import type { FormCreates, Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { SelectField } from '../../ui/field.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { RowButton } from '../../ui/table.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { CallDiagram, diagramField } from '../numbers/call-diagram.tsx'
import {
  numberName,
  useBusinessHours,
  useDids,
  useKnownNumbers,
  useMenus,
  useRingGroups,
} from '../numbers/known-numbers.ts'
import { DraftMembers, numberField } from '../numbers/number-picker.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { openPortalPath } from '../shell/portal-path.ts'
import { businessHoursFields, freshBusinessHours } from './business-hours-fields.tsx'
import { menuFields } from './menu-fields.tsx'

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
      {instances.error !== null && <ErrorState error={instances.error} onRetry={instances.refetch} />}
      {instances.isFetching && !instances.data && <LoadingState />}
      {instance && (
        <>
          <RingGroupCard key={`groups ${instance.uuid}`} instanceUuid={instance.uuid} />
          <BusinessHoursCard key={`hours ${instance.uuid}`} instanceUuid={instance.uuid} />
          <MenuCard key={`menus ${instance.uuid}`} instanceUuid={instance.uuid} />
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

/** A number that passes calls on. */
interface Route {
  id: string
  number: number
  name: string
}

interface RouteCardProps<T extends Route, Input extends object> {
  texts: { title: string; add: string; none: string }
  routes: UseQueryResult<T[]>
  /** Where it leads to, in a few words. */
  describe: (route: T) => string
  fields: (route: T | undefined) => readonly FieldSpec<Input>[]
  create: FormCreates<T, Input>
  change: { storedOf: (route: T) => Input; save: (route: T, patch: Patch<Input>) => Promise<T> }
  remove: (id: string) => Promise<unknown>
}

/** The routes of a kind: who may manage them adds, edits and deletes. */
function RouteCard<T extends Route, Input extends object>(props: RouteCardProps<T, Input>) {
  const { texts, routes, describe, fields, create, change, remove } = props
  const { mayManage } = usePortal()
  const resource: Resource<T, Input> = {
    title: texts.title,
    query: routes,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    empty: { title: texts.none },
    columns: [
      { heading: p.routing.number, cell: ({ number }) => number },
      {
        heading: p.routing.name,
        cell: ({ name }, open) =>
          mayManage ? (
            <RowButton aria-label={p.routing.edit(name)} onClick={() => open('edit')}>
              {name}
            </RowButton>
          ) : (
            name
          ),
      },
      { heading: p.routing.leadsTo, labelled: true, cell: describe },
    ],
    actions: ({ name }, open) =>
      mayManage
        ? [[{ label: p.routing.remove(name), icon: <Trash2 />, onChoose: () => open('delete') }]]
        : [],
    create: mayManage && { label: texts.add, icon: <Plus />, look: 'plain' },
    form: {
      title: (route) => (route ? p.routing.edit(route.name) : texts.add),
      fields: (_, route) => fields(route),
      create,
      change,
    },
    remove: {
      title: ({ name }) => p.routing.removeTitle(name),
      text: () => p.routing.removeText,
      run: ({ id }) => remove(id),
    },
  }
  return <ResourceList resource={resource} frame={Card} />
}

/** What every route has; the number is still to be typed. */
const freshRoute = { number: Number.NaN, name: '' }

const routeFields = (): { kind: 'row'; fields: (NumberSpec<'/number'> | TextSpec<'/name'>)[] } => ({
  kind: 'row',
  fields: [
    { kind: 'number', at: '/number', label: p.routing.number, hint: p.routing.numberHint, required: true },
    { at: '/name', label: p.routing.name, required: true, trim: true },
  ],
})

function RingGroupCard({ instanceUuid }: { instanceUuid: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const groups = useRingGroups(instanceUuid)
  const numbers = useKnownNumbers(instanceUuid)
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
  const numbers = useKnownNumbers(instanceUuid)
  const call = 'instances/{instance_uuid}/business-hours/{business_hours_id}'
  const place = (id: string) => ({ ...at, business_hours_id: id })
  return (
    <RouteCard<BusinessHours, NewBusinessHours>
      texts={p.routing.hours}
      routes={schedules}
      describe={(one) =>
        [one.open_destination, one.closed_destination]
          .filter(Boolean)
          .map((number) => numberName(numbers, number))
          .join(' / ')
      }
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
  const numbers = useKnownNumbers(instanceUuid)
  const place = (id: string) => ({ ...at, menu_id: id })
  return (
    <RouteCard<Menu, NewMenu>
      texts={p.routing.menus}
      routes={menus}
      describe={({ options, prompt }) =>
        [
          ...options.map(({ digit, destination }) => `${digit} → ${numberName(numbers, destination)}`),
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
