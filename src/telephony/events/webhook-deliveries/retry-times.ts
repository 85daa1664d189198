const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Between one attempt and the next: eight attempts within about a day. */
const waits = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 18 * HOUR]

/** How long to wait after so many attempts; undefined: it was the last. Spread, so that not all come back at once. */
export function waitAfter(attempts: number): number | undefined {
  const wait = waits[attempts - 1]
  return wait === undefined ? undefined : Math.round(wait * (0.9 + Math.random() * 0.2))
}

/** A delivery that failed so often does not hold up the others any longer. */
export const PATIENCE = 3

/** A webhook that has accepted nothing for so long is disabled. */
export const DISABLED_AFTER_MS = 72 * HOUR
