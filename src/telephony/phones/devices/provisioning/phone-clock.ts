import { uncheckedCast } from '../../../../platform/unchecked-cast.ts'

/** When the clocks change: the last or nth weekday of a month, at a local time. */
export interface ClockChange {
  /** 1 to 12 */
  readonly month: number
  /** 1 to 4; 5: the last */
  readonly week: number
  /** 0: Sunday */
  readonly weekday: number
  /** of the clock as it is before the change */
  readonly hour: number
}

/** A time zone as phones want it: they know neither its name nor its history. */
export interface PhoneClock {
  /** standard time, in seconds east of Greenwich */
  readonly offset: number
  /** undefined: no summer time, or one that follows no rule */
  readonly summer:
    | { readonly start: ClockChange; readonly end: ClockChange; readonly shift: number }
    | undefined
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Years in which a rule must hold: by then, each weekday has been the first of a month. */
const YEARS = 7

export function phoneClock(timeZone: string, now: number): PhoneClock {
  const offsetAt = createOffsets(timeZone)
  const first = inGreenwich(now).year
  const years = Array.from({ length: YEARS }, (_, index) => changesOf(first + index, offsetAt))
  const standard = Math.min(...[0, 6].map((month) => offsetAt(Date.UTC(first, month, 1))))
  const start = ruleOf(years.map((changes) => changes.filter(({ after }) => after > standard)))
  const end = ruleOf(years.map((changes) => changes.filter(({ after }) => after <= standard)))
  const shift = (years[0]?.find(({ after }) => after > standard)?.after ?? standard) - standard
  return { offset: standard, summer: start && end ? { start, end, shift } : undefined }
}

interface Change {
  /** epoch milliseconds */
  readonly at: number
  /** seconds east of Greenwich */
  readonly before: number
  readonly after: number
}

type OffsetAt = (at: number) => number

function createOffsets(timeZone: string): OffsetAt {
  const partsAt = createClockFace(timeZone)
  return (at) => {
    const { year, month, day, hour, minute, second } = partsAt(at)
    return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - at) / 1000)
  }
}

type ClockFace = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>

function createClockFace(timeZone: string): (at: number) => ClockFace {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (at) =>
    uncheckedCast<ClockFace>(
      Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)])),
    )
}

const inGreenwich = createClockFace('UTC')

/** Day by day, and then hour by hour. */
function changesOf(year: number, offsetAt: OffsetAt): Change[] {
  const changes: Change[] = []
  const end = Date.UTC(year + 1, 0, 1)
  let before = offsetAt(Date.UTC(year, 0, 1))
  for (let day = Date.UTC(year, 0, 1); day < end; day += DAY_MS) {
    if (offsetAt(day + DAY_MS) === before) continue
    let at = day
    while (offsetAt(at) === before) at += HOUR_MS
    const after = offsetAt(at)
    changes.push({ at, before, after })
    before = after
  }
  return changes
}

/** The rule by which a change happens once in each year; undefined: there is none. */
function ruleOf(years: readonly (readonly Change[])[]): ClockChange | undefined {
  if (years.some((changes) => changes.length !== 1)) return undefined
  const days = years.map(([change]) => {
    const local = change!.at + change!.before * 1000
    const { year, month, day, hour } = inGreenwich(local)
    const length = (Date.UTC(year, month, 1) - Date.UTC(year, month - 1, 1)) / DAY_MS
    return {
      month,
      week: Math.ceil(day / 7),
      isLast: day > length - 7,
      // The first day of 1970 was a Thursday.
      weekday: (Math.floor(local / DAY_MS) + 4) % 7,
      hour,
    }
  })
  const [{ month, week, weekday, hour } = days[0]!] = days
  const isSame = days.every((one) => one.month === month && one.weekday === weekday && one.hour === hour)
  if (!isSame) return undefined
  if (days.every(({ isLast }) => isLast)) return { month, week: 5, weekday, hour }
  return days.every((one) => one.week === week) ? { month, week, weekday, hour } : undefined
}
