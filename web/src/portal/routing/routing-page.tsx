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
import type { FieldSpec } from '../../resource/draft-fields.tsx'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { SelectField } from '../../ui/field.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { RowButton } from '../../ui/table.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { openPortalPath } from '../shell/portal-path.ts'
import { businessHoursFields, freshBusinessHours } from './business-hours-fields.tsx'
import { menuFields } from './menu-fields.tsx'

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

/** A number that passes calls on. */
interface Route {
  id: string
  number: number
  name: string
}

interface RouteCardProps<T extends Route> {
  texts: { title: string; add: string; none: string }
  routes: UseQueryResult<T[]>
  /** Where it leads to, in a few words. */
  describe: (route: T) => string
  fresh: object
  /** Those that only its kind has. */
  fields: (route: T | undefined) => readonly FieldSpec[]
  create: (body: object) => Promise<T>
  change: (id: string, patch: object) => Promise<T>
  remove: (id: string) => Promise<unknown>
  /** Which dialog a new one opens. */
  next?: 'edit'
}

/** The routes of a kind: who may manage them adds, edits and deletes. */
function RouteCard<T extends Route>(props: RouteCardProps<T>) {
  const { texts, routes, describe, fresh, fields, create, change, remove, next } = props
  const { mayManage } = usePortal()
  const resource: Resource<T> = {
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
      fresh: { number: '', name: '', ...fresh },
      fields: (_, route) => [
        {
          kind: 'row',
          fields: [
            {
              kind: 'number',
              at: '/number',
              label: p.routing.number,
              hint: p.routing.numberHint,
              required: true,
            },
            { at: '/name', label: p.routing.name, required: true, trim: true },
          ],
        },
        ...fields(route),
      ],
      save: (patch, route) => (route ? change(route.id, patch) : create(patch)),
      ...(next && { next }),
    },
    remove: {
      title: ({ name }) => p.routing.removeTitle(name),
      text: () => p.routing.removeText,
      run: ({ id }) => remove(id),
    },
  }
  return <ResourceList resource={resource} frame={Card} />
}

function RingGroupCard({ instanceUuid }: { instanceUuid: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const groups = useQuery({
    queryKey: portalKeys.routing.list('ring-groups', instanceUuid),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/ring-groups', { ...at, page_size: 1000 }, undefined, {
        signal,
      }),
  })
  const place = (id: string) => ({ ...at, ring_group_id: id })
  return (
    <RouteCard<RingGroup>
      texts={p.routing.groups}
      routes={groups}
      describe={({ members }) => members.join(', ')}
      fresh={{ members: [], strategy: 'ringall', ring_time: 20 }}
      fields={ringGroupFields}
      create={(body) => client.call('POST /instances/{instance_uuid}/ring-groups', at, body as NewRingGroup)}
      change={(id, patch) =>
        client.call('PATCH /instances/{instance_uuid}/ring-groups/{ring_group_id}', place(id), patch)
      }
      remove={(id) => client.call('DELETE /instances/{instance_uuid}/ring-groups/{ring_group_id}', place(id))}
    />
  )
}

function ringGroupFields(): FieldSpec[] {
  const { groups } = p.routing
  return [
    { kind: 'list', at: '/members', label: groups.members, hint: groups.membersHint },
    {
      kind: 'row',
      fields: [
        {
          kind: 'select',
          at: '/strategy',
          label: groups.strategy,
          options: Object.entries(groups.strategies).map(([value, text]) => ({ value, text })),
        },
        { kind: 'number', at: '/ring_time', label: groups.ringTime, unit: groups.seconds },
      ],
    },
    { at: '/prefix', label: groups.prefix },
    {
      kind: 'row',
      fields: [
        { at: '/destination', label: groups.destination, hint: groups.destinationHint, trim: true },
        { at: '/mailbox', label: groups.mailbox, hint: groups.mailboxHint, trim: true },
      ],
    },
  ]
}

function BusinessHoursCard({ instanceUuid }: { instanceUuid: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const schedules = useQuery({
    queryKey: portalKeys.routing.list('business-hours', instanceUuid),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/business-hours', { ...at, page_size: 1000 }, undefined, {
        signal,
      }),
  })
  const call = 'instances/{instance_uuid}/business-hours/{business_hours_id}'
  const place = (id: string) => ({ ...at, business_hours_id: id })
  return (
    <RouteCard<BusinessHours>
      texts={p.routing.hours}
      routes={schedules}
      describe={(one) => [one.open_destination, one.closed_destination].filter(Boolean).join(' / ')}
      fresh={freshBusinessHours()}
      fields={businessHoursFields}
      create={(body) =>
        client.call('POST /instances/{instance_uuid}/business-hours', at, body as NewBusinessHours)
      }
      change={(id, patch) => client.call(`PATCH /${call}`, place(id), patch)}
      remove={(id) => client.call(`DELETE /${call}`, place(id))}
    />
  )
}

function MenuCard({ instanceUuid }: { instanceUuid: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const menus = useQuery({
    queryKey: portalKeys.routing.list('menus', instanceUuid),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/menus', { ...at, page_size: 1000 }, undefined, { signal }),
  })
  const place = (id: string) => ({ ...at, menu_id: id })
  return (
    <RouteCard<Menu>
      texts={p.routing.menus}
      routes={menus}
      describe={({ options, prompt }) =>
        [
          ...options.map(({ digit, destination }) => `${digit} → ${destination}`),
          ...(prompt ? [] : [p.routing.menus.noPrompt]),
        ].join(', ')
      }
      fresh={{ options: [], timeout: 5, tries: 3, direct_dial: false }}
      // The prompt is saved at once, beside the form.
      fields={(menu) => menuFields(instanceUuid, menu, () => void menus.refetch())}
      create={(body) => client.call('POST /instances/{instance_uuid}/menus', at, body as NewMenu)}
      change={(id, patch) =>
        client.call('PATCH /instances/{instance_uuid}/menus/{menu_id}', place(id), patch)
      }
      remove={(id) => client.call('DELETE /instances/{instance_uuid}/menus/{menu_id}', place(id))}
      // The next step is the prompt.
      next="edit"
    />
  )
}
