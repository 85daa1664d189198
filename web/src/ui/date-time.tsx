import { currentLanguage } from '../texts/language.ts'
import styles from './date-time.module.css'

/** A point in time in the local format. The tooltip has the exact time. */
export function DateTime({ at, only }: { at: string; only?: 'date' }) {
  const date = new Date(at)
  const format = new Intl.DateTimeFormat(
    currentLanguage(),
    only === 'date' ? { dateStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' },
  )
  return (
    <time
      className={styles.time}
      dateTime={at}
      title={date.toLocaleString(currentLanguage(), { timeZoneName: 'short' })}
    >
      {format.format(date)}
    </time>
  )
}

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

/** A length of time: 65 seconds are 1:05. */
export function clockTime(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`
}
