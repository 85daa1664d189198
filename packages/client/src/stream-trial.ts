/** A stream that ends sooner than this after its request began has failed. */
const SHORT_MS = 10_000
const FAILURES_IN_A_ROW = 3
const FIRST_BREAK_MS = 60_000
const MAX_BREAK_MS = 16 * 60_000

export interface StreamTrial {
  /** Whether to open a stream. Otherwise events are polled. */
  isOn(): boolean
  /** A stream, or the attempt to open one, is over. */
  ended(lastedMs: number): void
  /** A stream delivered nothing although the server had data to send. */
  wasSilent(): void
}

/**
 * Decides whether event streams work on this network. Some proxies buffer a response until it is complete, others cut
 * it off. After a failure, events are polled for a while before the next attempt. The pause grows until a stream lasts.
 */
export function createStreamTrial(now: () => number): StreamTrial {
  let failures = 0
  let breakMs = FIRST_BREAK_MS
  let offUntil = 0

  function takeBreak(): void {
    offUntil = now() + breakMs
    breakMs = Math.min(2 * breakMs, MAX_BREAK_MS)
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
