import type { BusinessHours, NewBusinessHours } from '@switchboard/client/telephony'
import { useState } from 'react'
import type { FieldSpec } from '../../resource/draft-fields.tsx'
import { type Draft, useShown } from '../../resource/use-draft.ts'
import { p } from '../../texts/portal-texts.ts'
import { TextField } from '../../ui/field.tsx'
import { FieldGrid } from '../../ui/section-page.tsx'
import { diagramField } from '../numbers/call-diagram.tsx'
import { DraftMembers, numberField } from '../numbers/number-picker.tsx'
import { FieldRows } from './field-rows.tsx'
import styles from './routing.module.css'

type WeekInterval = BusinessHours['intervals'][number]

type OpenInterval = Pick<WeekInterval, 'from' | 'to'>

type Weekday = WeekInterval['days'][number]

const modes = ['schedule', 'open', 'closed'] as const

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

export const freshBusinessHours = (): Omit<NewBusinessHours, 'number' | 'name'> => ({
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  intervals: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
  exceptions: [],
  open_destination: '',
  mode: 'schedule',
  switched_by: [],
})

export function businessHoursFields(instanceUuid: string): FieldSpec<NewBusinessHours>[] {
  const texts = p.routing.hours
  return [
    {
      kind: 'row',
      fields: [
        numberField('/open_destination', { instanceUuid, label: texts.openDestination }),
        numberField('/closed_destination', {
          instanceUuid,
          label: texts.closedDestination,
          none: p.numbers.ends,
        }),
      ],
    },
    {
      kind: 'select',
      at: '/time_zone',
      label: texts.timeZone,
      options: ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, text: zone })),
    },
    { kind: 'other', key: 'week', render: (draft) => <WeekFields draft={draft} /> },
    { kind: 'other', key: 'exceptions', render: (draft) => <ExceptionFields draft={draft} /> },
    {
      kind: 'select',
      at: '/mode',
      label: texts.mode,
      hint: texts.modeHint,
      options: modes.map((value) => ({ value, text: texts.modes[value] })),
    },
    {
      kind: 'other',
      key: 'switched_by',
      render: (draft) => (
        <DraftMembers
          {...{ instanceUuid, draft }}
          at="/switched_by"
          label={texts.switchedBy}
          hint={texts.switchedByHint}
        />
      ),
    },
    diagramField(instanceUuid, (draft) => ({
      kind: 'business_hours',
      number: draft.value('/number'),
      name: draft.value('/name'),
      time_zone: draft.value('/time_zone'),
      open_destination: draft.value('/open_destination'),
      closed_destination: draft.value('/closed_destination') ?? '',
    })),
  ]
}

/** The hours of each day, as text. */
function WeekFields({ draft }: { draft: Draft<NewBusinessHours> }) {
  useShown(draft, '/intervals')
  const [week, setWeek] = useState(() => writeWeek(draft.value('/intervals') ?? []))
  const texts = p.routing.hours
  const fault = draft.faultAt('/intervals')
  function change(day: Weekday, text: string) {
    const next = { ...week, [day]: text }
    setWeek(next)
    draft.set('/intervals', readWeek(next))
  }
  return (
    <fieldset className={styles.rows}>
      <legend>{texts.week}</legend>
      <p>{texts.weekHint}</p>
      {fault && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      <FieldGrid>
        {weekdays.map((day) => (
          <TextField
            key={day}
            label={texts.days[day]}
            autoComplete="off"
            value={week[day]}
            onChange={(event) => change(day, event.target.value)}
          />
        ))}
      </FieldGrid>
    </fieldset>
  )
}

/** Days that differ from the week. */
function ExceptionFields({ draft }: { draft: Draft<NewBusinessHours> }) {
  const stored = draft.value('/exceptions') ?? []
  const [exceptions, setExceptions] = useState(() =>
    stored.map(({ date, name, intervals }) => ({ key: date, date, name, open: writeHours(intervals) })),
  )
  const { hours } = p.routing
  function change(rows: typeof exceptions) {
    setExceptions(rows)
    draft.set(
      '/exceptions',
      rows.map(({ date, name, open }) => ({ date, name: name.trim(), intervals: readHours(open) })),
    )
  }
  return (
    <FieldRows
      draft={draft}
      at="/exceptions"
      legend={hours.exceptions}
      add={hours.addException}
      remove={() => hours.removeException}
      className={styles.row}
      rows={exceptions}
      fresh={(key) => ({ key, date: '', name: '', open: '' })}
      onChange={change}
    >
      {({ date, name, open }, set, at) => (
        <>
          <TextField
            label={hours.date}
            error={draft.faultAt(`${at}/date`)}
            type="date"
            value={date}
            onChange={(event) => set({ date: event.target.value })}
          />
          <TextField
            label={hours.occasion}
            error={draft.faultAt(`${at}/name`)}
            value={name}
            onChange={(event) => set({ name: event.target.value })}
          />
          <TextField
            label={hours.open}
            error={draft.faultAt(`${at}/intervals`)}
            placeholder={hours.openHint}
            value={open}
            onChange={(event) => set({ open: event.target.value })}
          />
        </>
      )}
    </FieldRows>
  )
}

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

/** `9:00` and `9` are `09:00`. */
function complete(time: string): string {
  const [, hour, minute = '00'] = /^(\d{1,2})(?::(\d{2}))?$/.exec(time.trim()) ?? []
  return hour === undefined ? time.trim() : `${hour.padStart(2, '0')}:${minute}`
}

const writeWeek = (intervals: readonly WeekInterval[]) =>
  Object.fromEntries(
    weekdays.map((day) => [day, writeHours(intervals.filter(({ days }) => days.includes(day)))]),
  ) as Record<Weekday, string>

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
