/** The only source of time, so that tests can move it. */
export interface Clock {
  /** milliseconds since the epoch */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export function secondsOf(clock: Clock): number {
  return Math.floor(clock.now() / 1000)
}

/** `2026-11-15T09:30:00+00:00`: the form in which the API family writes points in time. */
export function isoWithOffset(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\.\d{3}Z$/, '+00:00')
}
