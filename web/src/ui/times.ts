import { currentLanguage } from '../texts/language.ts'
import { shows24Hours } from './hours.ts'

/** A date, or milliseconds. */
type Moment = Date | number

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a formatter is much slower than using it. */
function formatFor(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${currentLanguage()} ${name}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(localeOf(), options)
  formats.set(key, made)
  return made
}

/** The language of the app, as the browser's country writes it: en-GB rather than en. */
function localeOf(): string {
  const language = currentLanguage()
  return navigator.languages.find((name) => name.startsWith(language)) ?? language
}

/** A person who did not ask for 24 hours has what their language has: German has 24 anyway. */
const hoursOf = (is24Hours: boolean): Intl.DateTimeFormatOptions => ({
  hour: is24Hours ? '2-digit' : 'numeric',
  minute: '2-digit',
  ...(is24Hours && { hourCycle: 'h23' }),
})

export function timeOfDay(at: Moment, is24Hours = shows24Hours()): string {
  return formatFor(`time ${is24Hours}`, hoursOf(is24Hours)).format(at)
}

/** The day and the time, as short as asked for. */
export function dayAndTime(
  at: Moment,
  dateStyle: 'short' | 'medium' | 'full',
  is24Hours = shows24Hours(),
): string {
  const hours = is24Hours ? { hourCycle: 'h23' as const } : {}
  return formatFor(`${dateStyle} ${is24Hours}`, { dateStyle, timeStyle: 'short', ...hours }).format(at)
}

export const dayOnly = (at: Moment): string => formatFor('date', { dateStyle: 'medium' }).format(at)

/** To the millisecond, for logs. */
export function exactTime(at: Moment): string {
  return formatFor('exact', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  }).format(at)
}

/** For lists: the time when it was today, the day when not. */
export function shortTime(at: Moment, is24Hours = shows24Hours()): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  if (isToday) return timeOfDay(at, is24Hours)
  return formatFor('short day', { day: 'numeric', month: 'short' }).format(at)
}

/** The exact time, for tooltips. */
export function fullTime(at: Moment, is24Hours = shows24Hours()): string {
  const hours = is24Hours ? { hourCycle: 'h23' as const } : {}
  return formatFor(`full ${is24Hours}`, { dateStyle: 'full', timeStyle: 'long', ...hours }).format(at)
}

export function dayName(at: Moment): string {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear()
  return formatFor(`day ${isThisYear}`, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(at)
}

/** A time that was written into a message. */
export function writtenTime(date: Date, is24Hours = shows24Hours()): string {
  return formatFor(`written ${is24Hours}`, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...hoursOf(is24Hours),
  }).format(date)
}

/** The local time of a user; undefined if their time zone is unknown. */
export function localTime(timezone: string, is24Hours = shows24Hours()): string | undefined {
  if (timezone === '') return undefined
  try {
    return new Intl.DateTimeFormat(localeOf(), {
      timeZone: timezone,
      ...hoursOf(is24Hours),
    }).format(new Date())
  } catch {
    return undefined
  }
}

/** A length of time: 65 seconds are 1:05. */
export function clockTime(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`
}
