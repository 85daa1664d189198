import { currentLanguage } from '../texts/language.ts'

const isToday = (date: Date) => date.toDateString() === new Date().toDateString()

/** For lists: the time when it was today, the day when not. */
export function shortTime(iso: string): string {
  const date = new Date(iso)
  return isToday(date)
    ? date.toLocaleTimeString(currentLanguage(), { timeStyle: 'short' })
    : date.toLocaleDateString(currentLanguage(), { day: 'numeric', month: 'short' })
}

/** To the millisecond, for logs. */
export function exactTime(time: number): string {
  return new Date(time).toLocaleTimeString(currentLanguage(), {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  })
}
