import { currentLanguage } from '../../texts/language.ts'

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

export function timeOfDay(timestamp: number, is24Hours: boolean): string {
  return formatFor(`time ${is24Hours}`, hoursOf(is24Hours)).format(timestamp * 1000)
}

/** For lists: the time when it was today, the day when not. */
export function shortTime(timestamp: number, is24Hours: boolean): string {
  const isToday = new Date(timestamp * 1000).toDateString() === new Date().toDateString()
  if (isToday) return timeOfDay(timestamp, is24Hours)
  return formatFor('short day', { day: 'numeric', month: 'short' }).format(timestamp * 1000)
}

/** The exact time, for tooltips. */
export function fullTime(timestamp: number): string {
  return formatFor('full', { dateStyle: 'full', timeStyle: 'long' }).format(timestamp * 1000)
}

export function dayName(timestamp: number): string {
  const isThisYear = new Date(timestamp * 1000).getFullYear() === new Date().getFullYear()
  return formatFor(`day ${isThisYear}`, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(timestamp * 1000)
}

/** A time that was written into a message. */
export function writtenTime(date: Date, is24Hours: boolean): string {
  return formatFor(`written ${is24Hours}`, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...hoursOf(is24Hours),
  }).format(date)
}

/** The local time of a user; undefined if their time zone is unknown. */
export function localTime(timezone: string, is24Hours: boolean): string | undefined {
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
