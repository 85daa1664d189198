import type { Clock } from '../../../../platform/clock.ts'

const MOST_WRONG = 10
const MOST_COUNTED = 10_000

/** Counts wrong PINs per mailbox. Ten within this time block it, until the first of them is older. */
export function createWrongPins(clock: Clock, withinMs: number) {
  /** the least recent first */
  const times = new Map<string, readonly number[]>()
  const recentOf = (mailbox: string) =>
    (times.get(mailbox) ?? []).filter((time) => time > clock.now() - withinMs)
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
