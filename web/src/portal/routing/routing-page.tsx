import type { BusinessHours, Menu, NewRingGroup, RingGroup } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { p } from '../../texts/portal-texts.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FieldGrid, SectionPage } from '../../ui/section-page.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { openPortalPath } from '../shell/portal-path.ts'
import { BusinessHoursDialog } from './business-hours-dialog.tsx'
import { MenuDialog } from './menu-dialog.tsx'
import type { RouteEditing } from './route.ts'
import { RouteCard } from './route-card.tsx'
import { numberOf, RouteDialog } from './route-dialog.tsx'

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

function MenuCard({ instanceUuid }: { instanceUuid: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const menus = useQuery({
    queryKey: portalKeys.routing.list('menus', instanceUuid),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/menus', { ...at, page_size: 1000 }, undefined, { signal }),
  })
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
      // The next step is the prompt.
      opensNew
      dialog={({ route, ...editing }) => (
        <MenuDialog
          key={route?.id}
          instanceUuid={instanceUuid}
          // The prompt may have changed while the dialog is open.
          route={route && (menus.data?.find(({ id }) => id === route.id) ?? route)}
          onChanged={menus.refetch}
          {...editing}
        />
      )}
      remove={({ id }) =>
        client.call('DELETE /instances/{instance_uuid}/menus/{menu_id}', { ...at, menu_id: id })
      }
    />
  )
}

function RingGroupDialog({ instanceUuid, ...editing }: RouteEditing<RingGroup>) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const { groups } = p.routing
  return (
    <RouteDialog
      {...editing}
      add={groups.add}
      formOf={formOf}
      bodyOf={bodyOf}
      create={(body) => client.call('POST /instances/{instance_uuid}/ring-groups', at, body)}
      change={(id, changes) =>
        client.call(
          'PATCH /instances/{instance_uuid}/ring-groups/{ring_group_id}',
          { ...at, ring_group_id: id },
          changes,
        )
      }
    >
      {({ form, set, faultAt }) => {
        const text = (
          name: 'members' | 'prefix' | 'destination' | 'mailbox',
          label: string,
          hint?: string,
        ) => (
          <TextField
            label={label}
            hint={hint}
            error={faultAt(`/${name}`)}
            autoComplete="off"
            value={form[name]}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        )
        return (
          <>
            {text('members', groups.members, groups.membersHint)}
            <FieldGrid>
              <SelectField
                label={groups.strategy}
                error={faultAt('/strategy')}
                value={form.strategy}
                onChange={(event) => set({ strategy: event.target.value as RingGroup['strategy'] })}
              >
                {Object.entries(groups.strategies).map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <TextField
                label={groups.ringTime}
                unit={groups.seconds}
                error={faultAt('/ring_time')}
                inputMode="numeric"
                value={form.ringTime}
                onChange={(event) => set({ ringTime: event.target.value })}
              />
            </FieldGrid>
            {text('prefix', groups.prefix)}
            <FieldGrid>
              {text('destination', groups.destination, groups.destinationHint)}
              {text('mailbox', groups.mailbox, groups.mailboxHint)}
            </FieldGrid>
          </>
        )
      }}
    </RouteDialog>
  )
}

const formOf = (group: RingGroup | undefined) => ({
  number: String(group?.number ?? ''),
  name: group?.name ?? '',
  members: group?.members.join(', ') ?? '',
  strategy: group?.strategy ?? ('ringall' as const),
  ringTime: String(group?.ring_time ?? 20),
  prefix: group?.prefix ?? '',
  destination: group?.destination ?? '',
  mailbox: group?.mailbox ?? '',
})

const bodyOf = (form: ReturnType<typeof formOf>): NewRingGroup => ({
  number: numberOf(form.number),
  name: form.name.trim(),
  members: form.members.split(/[\s,;]+/).filter((number) => number !== ''),
  strategy: form.strategy,
  ring_time: numberOf(form.ringTime),
  prefix: form.prefix,
  destination: form.destination.trim(),
  mailbox: form.mailbox.trim(),
})
