import type { Clock } from '../../../../platform/clock.ts'

const MAX_FAILURES = 10
const MAX_COUNTED = 10_000

/** Counts wrong PINs per mailbox. Ten within this time block it, until the first of them is older. */
export function createWrongPins(clock: Clock, withinMs: number) {
  /** the least recent first */
  const times = new Map<string, readonly number[]>()
  const recentOf = (mailbox: string) =>
    (times.get(mailbox) ?? []).filter((time) => time > clock.now() - withinMs)
  return {
    isBlocked: (mailbox: string) => recentOf(mailbox).length >= MAX_FAILURES,
    count(mailbox: string): void {
      const recent = [...recentOf(mailbox), clock.now()].slice(-MAX_FAILURES)
      times.delete(mailbox)
      times.set(mailbox, recent)
      if (times.size > MAX_COUNTED) times.delete(times.keys().next().value!)
    },
  }
}
