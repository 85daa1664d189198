/** The only source of time, so that tests can move it. */
export interface Clock {
  /** milliseconds since the epoch */
  now(): number
  /** Calls the listener when the clock was moved. A real clock only runs. */
  onJump?(listener: () => void): void
}

export const systemClock: Clock = { now: () => Date.now() }

export function secondsOf(clock: Clock): number {
  return Math.floor(clock.now() / 1000)
}

/** `2026-11-15T09:30:00+00:00`: the timestamp format of the API family. */
export function isoWithOffset(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\.\d{3}Z$/, '+00:00')
}

/** For libraries that take a date. */
export const dateOf = (milliseconds: number): Date => new Date(milliseconds)

/** `2026-11-15T09:30:00.000Z`: RFC 3339, in the form that every language can parse. */
export const isoDate = (milliseconds: number) => new Date(milliseconds).toISOString()

/** For mails: `Monday, 16 November 2026 at 22:00 UTC`. An empty time zone is UTC. */
export function readableTime(milliseconds: number, timeZone = ''): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timeZone || 'UTC',
    timeZoneName: 'short',
  })
  return format.format(milliseconds)
}

/** The same as isoDate, for an optional time. */
export const isoDateOrNull = (milliseconds: number | null) =>
  milliseconds === null ? null : isoDate(milliseconds)

/** Milliseconds since the epoch, or undefined when the text is not a date. */
export function readDate(text: string): number | undefined {
  const value = Date.parse(text)
  return Number.isNaN(value) ? undefined : value
}
