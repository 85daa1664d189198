import type { BusinessHours, NewBusinessHours } from '@switchboard/client/telephony'
import { Plus, Trash2 } from 'lucide-react'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FieldGrid } from '../../ui/section-page.tsx'
import { usePortal } from '../shell/portal-context.ts'
import type { RouteEditing } from './route.ts'
import { numberOf, RouteDialog } from './route-dialog.tsx'
import styles from './routing.module.css'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** `09:00-12:00, 13:00-17:00` */
const writeHours = (intervals: readonly OpenInterval[]) =>
  intervals
    .map(({ from, to }) => `${from}-${to}`)
    .sort()
    .join(', ')

/** What is no time is sent as it was typed: the server explains what is wrong. */
const readHours = (text: string): OpenInterval[] =>
  text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [from = '', to = ''] = part.split(/[-–]/)
      return { from: complete(from), to: complete(to) }
    })

const writeWeek = (intervals: readonly WeekInterval[]) =>
  Object.fromEntries(
    weekdays.map((day) => [day, writeHours(intervals.filter(({ days }) => days.includes(day)))]),
  ) as Record<Weekday, string>

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

type WeekInterval = BusinessHours['intervals'][number]

type OpenInterval = Pick<WeekInterval, 'from' | 'to'>

type Weekday = WeekInterval['days'][number]

/** `9:00` and `9` are `09:00`. */
function complete(time: string): string {
  const [, hour, minute = '00'] = /^(\d{1,2})(?::(\d{2}))?$/.exec(time.trim()) ?? []
  return hour === undefined ? time.trim() : `${hour.padStart(2, '0')}:${minute}`
}

/** Days with the same hours are put together. */
function readWeek(week: Readonly<Record<Weekday, string>>): WeekInterval[] {
  const found = new Map<string, WeekInterval>()
  for (const day of weekdays) {
    for (const { from, to } of readHours(week[day])) {
      const same = found.get(`${from}-${to}`)
      if (same) same.days.push(day)
      else found.set(`${from}-${to}`, { days: [day], from, to })
    }
  }
  return [...found.values()]
}

interface ExceptionForm {
  key: string
  date: string
  name: string
  open: string
}

/** Days that differ from the week. */
function ExceptionFields({
  exceptions,
  faultAt,
  onChange,
}: {
  exceptions: readonly ExceptionForm[]
  faultAt: (pointer: string) => string | undefined
  onChange: (exceptions: readonly ExceptionForm[]) => void
}) {
  const { hours } = p.routing
  const set = (key: string, changes: Partial<ExceptionForm>) =>
    onChange(exceptions.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const isInRow = exceptions.some((_, index) => faultAt(`/exceptions/${index}/`))
  const fault = isInRow ? undefined : faultAt('/exceptions')
  return (
    <fieldset className={styles.rows}>
      <legend>{hours.exceptions}</legend>
      {fault && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      {exceptions.map(({ key, date, name, open }, index) => (
        <div key={key} className={styles.row}>
          <TextField
            label={hours.date}
            error={faultAt(`/exceptions/${index}/date`)}
            type="date"
            value={date}
            onChange={(event) => set(key, { date: event.target.value })}
          />
          <TextField
            label={hours.occasion}
            error={faultAt(`/exceptions/${index}/name`)}
            value={name}
            onChange={(event) => set(key, { name: event.target.value })}
          />
          <TextField
            label={hours.open}
            error={faultAt(`/exceptions/${index}/intervals`)}
            placeholder={hours.openHint}
            value={open}
            onChange={(event) => set(key, { open: event.target.value })}
          />
          <Button
            look="plain"
            icon={<Trash2 />}
            aria-label={hours.removeException}
            onClick={() => onChange(exceptions.filter((one) => one.key !== key))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus />}
          onClick={() =>
            onChange([...exceptions, { key: crypto.randomUUID(), date: '', name: '', open: '' }])
          }
        >
          {hours.addException}
        </Button>
      </div>
    </fieldset>
  )
}
