import type { Clock } from '../../../../platform/clock.ts'

/** This many wrong PINs within this time block a mailbox, until the first of them is older. */
const MOST_WRONG = 10
const WITHIN_MS = 15 * 60_000
const MOST_COUNTED = 10_000

/** Counts wrong PINs per mailbox. */
export function createWrongPins(clock: Clock) {
  /** the least recent first */
  const times = new Map<string, readonly number[]>()
  const recentOf = (mailbox: string) =>
    (times.get(mailbox) ?? []).filter((time) => time > clock.now() - WITHIN_MS)
  return {
    isBlocked: (mailbox: string) => recentOf(mailbox).length >= MOST_WRONG,
    count(mailbox: string): void {
      const recent = [...recentOf(mailbox), clock.now()].slice(-MOST_WRONG)
      times.delete(mailbox)
      times.set(mailbox, recent)
      if (times.size > MOST_COUNTED) times.delete(times.keys().next().value!)
    },
  }
}
