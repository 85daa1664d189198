import type {
  BusinessHours,
  NewBusinessHours,
} from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FieldGrid } from '../../ui/section-page.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { ExceptionFields, type ExceptionForm } from './exception-fields.tsx'
import { readHours, readWeek, weekdays, writeHours, writeWeek } from './hours-text.ts'
import type { RouteEditing } from './route.ts'
import { numberOf, RouteDialog } from './route-dialog.tsx'
import styles from './routing.module.css'

export function BusinessHoursDialog({ instanceUuid, ...editing }: RouteEditing<BusinessHours>) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid }
  const texts = p.routing.hours
  return (
    <RouteDialog
      {...editing}
      add={texts.add}
      formOf={formOf}
      bodyOf={bodyOf}
      create={(body) => client.call('POST /instances/{instance_uuid}/business-hours', at, body)}
      change={(id, changes) =>
        client.call(
          'PATCH /instances/{instance_uuid}/business-hours/{business_hours_id}',
          { ...at, business_hours_id: id },
          changes,
        )
      }
    >
      {({ form, set, faultAt }) => (
        <>
          <FieldGrid>
            <TextField
              label={texts.openDestination}
              error={faultAt('/open_destination')}
              autoComplete="off"
              value={form.open}
              onChange={(event) => set({ open: event.target.value })}
            />
            <TextField
              label={texts.closedDestination}
              hint={p.routing.destinationHint}
              error={faultAt('/closed_destination')}
              autoComplete="off"
              value={form.closed}
              onChange={(event) => set({ closed: event.target.value })}
            />
          </FieldGrid>
          <SelectField
            label={texts.timeZone}
            error={faultAt('/time_zone')}
            value={form.zone}
            onChange={(event) => set({ zone: event.target.value })}
          >
            {zonesWith(form.zone).map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
          </SelectField>
          <fieldset className={styles.rows}>
            <legend>{texts.week}</legend>
            <p>{texts.weekHint}</p>
            {faultAt('/intervals') && (
              <p role="alert" className={styles.fault}>
                {faultAt('/intervals')}
              </p>
            )}
            <FieldGrid>
              {weekdays.map((day) => (
                <TextField
                  key={day}
                  label={texts.days[day]}
                  autoComplete="off"
                  value={form.week[day]}
                  onChange={(event) => set({ week: { ...form.week, [day]: event.target.value } })}
                />
              ))}
            </FieldGrid>
          </fieldset>
          <ExceptionFields
            exceptions={form.exceptions}
            faultAt={faultAt}
            onChange={(exceptions) => set({ exceptions })}
          />
        </>
      )}
    </RouteDialog>
  )
}

/** A stored zone may be an older name. */
const zonesWith = (zone: string) => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), zone])]

const formOf = (hours: BusinessHours | undefined) => ({
  number: String(hours?.number ?? ''),
  name: hours?.name ?? '',
  zone: hours?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  week: writeWeek(
    hours?.intervals ?? [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
  ),
  exceptions: (hours?.exceptions ?? []).map(
    ({ date, name, intervals }): ExceptionForm => ({ key: date, date, name, open: writeHours(intervals) }),
  ) as readonly ExceptionForm[],
  open: hours?.open_destination ?? '',
  closed: hours?.closed_destination ?? '',
})

const bodyOf = (form: ReturnType<typeof formOf>): NewBusinessHours => ({
  number: numberOf(form.number),
  name: form.name.trim(),
  time_zone: form.zone,
  intervals: readWeek(form.week),
  exceptions: form.exceptions.map(({ date, name, open }) => ({
    date,
    name: name.trim(),
    intervals: readHours(open),
  })),
  open_destination: form.open.trim(),
  closed_destination: form.closed.trim(),
})
