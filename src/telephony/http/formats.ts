import { FormatRegistry } from '@sinclair/typebox'
import { isoDate, readDate } from '../../platform/clock.ts'

/** Deliberately lenient: whether an address works only a mail can tell. */
const email = /^[^\s@<>"',;:]+@[^\s@<>"',;:]+$/
const date = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/

FormatRegistry.Set('email', (value) => value === '' || (value.length <= 254 && email.test(value)))
FormatRegistry.Set(
  'date',
  (value) => date.test(value) && isDayOfCalendar(value.slice(0, 10)) && readDate(value) !== undefined,
)
FormatRegistry.Set('timezone', isTimezone)
FormatRegistry.Set('https-or-http-url', (value) => /^https?:\/\/[^\s]+$/i.test(value) && URL.canParse(value))

/** For messages: "must be <this>". */
export const formatNames: Record<string, string> = {
  email: 'an email address',
  date: 'an ISO 8601 date',
  timezone: 'an IANA time zone such as Europe/London',
  'https-or-http-url': 'an http or https address',
}

/** Date.parse takes the 31st of February for a day in March. */
function isDayOfCalendar(day: string): boolean {
  const time = readDate(`${day}T00:00:00Z`)
  return time !== undefined && isoDate(time).startsWith(day)
}

function isTimezone(value: string): boolean {
  if (value === '') return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}
