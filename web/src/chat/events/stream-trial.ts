/** A stream that ends sooner than this after its request began has failed. */
const SHORT_MS = 10_000
const FAILURES_IN_A_ROW = 3
const FIRST_BREAK_MS = 60_000
const LONGEST_BREAK_MS = 16 * 60_000

export interface StreamTrial {
  /** Whether to open a stream. Otherwise events are polled. */
  isOn(): boolean
  /** A stream, or the attempt to open one, is over. */
  ended(lastedMs: number): void
  /** A stream brought nothing at all although the server had something to send. */
  wasSilent(): void
}

/**
 * Decides whether event streams work here. Some proxies hold a response back until it is complete, others cut it.
 * Then there is a break, in which events are polled, and afterwards another attempt. Breaks grow until a stream lasts.
 */
export function createStreamTrial(now: () => number): StreamTrial {
  let failures = 0
  let breakMs = FIRST_BREAK_MS
  let offUntil = 0

  function takeBreak(): void {
    offUntil = now() + breakMs
    breakMs = Math.min(2 * breakMs, LONGEST_BREAK_MS)
    failures = 0
  }
  return {
    isOn: () => now() >= offUntil,
    ended(lastedMs) {
      if (lastedMs >= SHORT_MS) {
        failures = 0
        breakMs = FIRST_BREAK_MS
        return
      }
      failures += 1
      if (failures >= FAILURES_IN_A_ROW) takeBreak()
    },
    wasSilent: takeBreak,
  }
}
