import type { BusinessHours } from '../../../../packages/client/src/generated/telephony-api.ts'

type WeekInterval = BusinessHours['intervals'][number]
export type OpenInterval = Pick<WeekInterval, 'from' | 'to'>
export type Weekday = WeekInterval['days'][number]

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** `09:00-12:00, 13:00-17:00` */
export const writeHours = (intervals: readonly OpenInterval[]) =>
  intervals
    .map(({ from, to }) => `${from}-${to}`)
    .sort()
    .join(', ')

/** What is no time is sent as it was typed: the server explains what is wrong. */
export const readHours = (text: string): OpenInterval[] =>
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

export const writeWeek = (intervals: readonly WeekInterval[]) =>
  Object.fromEntries(
    weekdays.map((day) => [day, writeHours(intervals.filter(({ days }) => days.includes(day)))]),
  ) as Record<Weekday, string>

/** Days with the same hours are put together. */
export function readWeek(week: Readonly<Record<Weekday, string>>): WeekInterval[] {
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
