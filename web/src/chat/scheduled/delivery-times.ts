import { t } from '../../texts/texts.ts'
import { dayAndTime, timeOfDay } from '../../ui/times.ts'

interface ProposedTime {
  label: string
  at: Date
}

const MORNING = 9

/** Times at which people like to be written to. */
export function proposeTimes(now: Date): readonly ProposedTime[] {
  const inOneHour = new Date(now.getTime() + 3_600_000)
  const tomorrow = atMorning(now, 1)
  // On a Sunday that is tomorrow, which is there already.
  const monday = atMorning(now, (8 - now.getDay()) % 7 || 7)
  const times = [
    { label: t.compose.inOneHour(timeOfDay(inOneHour)), at: inOneHour },
    { label: t.compose.tomorrowMorning(timeOfDay(tomorrow)), at: tomorrow },
    { label: t.compose.nextMonday(timeOfDay(monday)), at: monday },
  ]
  return times.filter(({ at }, index) => times.findIndex((one) => +one.at === +at) === index)
}

function atMorning(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)
}

export const describeTime = (date: Date): string => dayAndTime(date, 'full')

/** As a field for date and time holds it: local, without seconds. */
export function fieldValue(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

export const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000)
