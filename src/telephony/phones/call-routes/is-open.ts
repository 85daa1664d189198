import { type BusinessHoursSettings, type Weekday, weekdays } from './business-hours.ts'

/** Day and time of the wall clock at a place. */
export interface LocalTime {
  readonly date: string
  readonly weekday: Weekday
  /** `09:30` */
  readonly time: string
}

/** Reads the wall clock, so that daylight saving time needs no rule of its own. */
export function localTimeAt(timeZone: string, at: number): LocalTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const weekday = weekdays.find((day) => day === parts.weekday!.toLowerCase())!
  return {
    date: `${parts.year!.padStart(4, '0')}-${parts.month}-${parts.day}`,
    weekday,
    time: `${parts.hour}:${parts.minute}`,
  }
}

/** Somebody may have opened or closed it by hand. Otherwise an exception replaces the intervals of its day. */
export function isOpen(
  hours: Pick<BusinessHoursSettings, 'time_zone' | 'intervals' | 'exceptions' | 'mode'>,
  at: number,
): boolean {
  if (hours.mode === 'open' || hours.mode === 'closed') return hours.mode === 'open'
  const { date, weekday, time } = localTimeAt(hours.time_zone, at)
  const exception = hours.exceptions.find((one) => one.date === date)
  const today = exception?.intervals ?? hours.intervals.filter(({ days }) => days.includes(weekday))
  return today.some(({ from, to }) => from <= time && time < to)
}
