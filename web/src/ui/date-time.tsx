import { useLanguage } from '../texts/language.ts'
import styles from './date-time.module.css'
import { use24Hours } from './hours.ts'
import { dayAndTime, dayOnly, fullTime } from './times.ts'

/** A point in time as the person reads times. The tooltip has the exact time. */
export function DateTime({ at, only }: { at: string; only?: 'date' }) {
  useLanguage()
  const is24Hours = use24Hours()
  const date = new Date(at)
  return (
    <time className={styles.time} dateTime={at} title={fullTime(date, is24Hours)}>
      {only === 'date' ? dayOnly(date) : dayAndTime(date, 'medium', is24Hours)}
    </time>
  )
}
