const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses between attempts: eight attempts within about a day. */
const waits = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 18 * HOUR]

/** How long to wait after this many attempts, with jitter; undefined if it was the last. */
export function waitAfter(attempts: number): number | undefined {
  const wait = waits[attempts - 1]
  return wait === undefined ? undefined : Math.round(wait * (0.9 + Math.random() * 0.2))
}

/** After this many failures a delivery no longer blocks the ones behind it. */
export const PATIENCE = 3

/** A webhook that has accepted nothing for this long is disabled. */
export const DISABLED_AFTER_MS = 72 * HOUR
