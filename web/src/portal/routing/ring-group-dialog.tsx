import type { NewRingGroup, RingGroup } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FieldGrid } from '../../ui/section-page.tsx'
import { usePortal } from '../shell/portal-context.ts'
import type { RouteEditing } from './route.ts'
import { numberOf, RouteDialog } from './route-dialog.tsx'

export function RingGroupDialog({ instanceUuid, ...editing }: RouteEditing<RingGroup>) {
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
