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
