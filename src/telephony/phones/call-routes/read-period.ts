import { isoDate, readDate } from '../../../platform/clock.ts'
import { invalidField } from '../../problem.ts'
import { localTimeAt } from './is-open.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 93
const DEFAULT_DAYS = 7

/** Calls are counted by quarters of an hour: every time zone begins its days with one. */
export const SLOT_MS = 900_000

export interface GivenPeriod {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly time_zone?: string | undefined
}

/** Days of a time zone, as somebody asks for them: by default the last seven. */
export interface Period {
  readonly from: string
  readonly to: string
  readonly timeZone: string
  readonly dates: readonly string[]
  /** when the first day begins there, and the day after the last */
  readonly begins: number
  readonly ends: number
}

export function readPeriod(given: GivenPeriod, now: number): Period {
  const timeZone = given.time_zone || 'UTC'
  const to = given.to?.slice(0, 10) ?? localTimeAt(timeZone, now).date
  const from = given.from?.slice(0, 10) ?? dayAfter(to, 1 - DEFAULT_DAYS)
  const dates = datesBetween(from, to)
  const [begins, ends] = [startOf(from, timeZone), startOf(dayAfter(to, 1), timeZone)]
  return { from, to, timeZone, dates, begins, ends }
}

/** The day of a slot. */
export const dateOfSlot = (slot: number, timeZone: string) => localTimeAt(timeZone, slot * SLOT_MS).date

/** When a day begins at a place: the first quarter of an hour with this date. */
function startOf(date: string, timeZone: string): number {
  let at = readDate(date)! - DAY_MS
  while (localTimeAt(timeZone, at).date < date) at += SLOT_MS
  return at
}

const dayAfter = (date: string, days: number) => isoDate(readDate(date)! + days * DAY_MS).slice(0, 10)

function datesBetween(from: string, to: string): string[] {
  if (from > to) throw invalidField('/from', `must not be after ${to}`)
  const days = (readDate(to)! - readDate(from)!) / DAY_MS + 1
  if (days > MAX_DAYS) throw invalidField('/from', `must be at most ${MAX_DAYS} days before the end`)
  return Array.from({ length: days }, (_, index) => dayAfter(from, index))
}
