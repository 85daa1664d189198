import { systemClock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'

/** So long may the stop take after the drain, with everything that is still being answered. */
const PATIENCE_MS = 10_000
/** Ctrl-C under npm arrives twice at once, from the terminal and from npm: that is no impatience. */
const SAME_SIGNAL_MS = 500

/** Resolves at SIGINT or SIGTERM. A second signal, or a stop that takes too long, ends the process hard. */
export function waitForStopSignal(drainSeconds: number, log: Logger): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | undefined
    const arrive = (signal: NodeJS.Signals) => {
      if (first === undefined) {
        first = systemClock.now()
        const patience = drainSeconds * 1000 + PATIENCE_MS
        setTimeout(() => endNow(log, 'The server did not stop in time.'), patience).unref()
        resolve(signal)
      } else if (systemClock.now() - first > SAME_SIGNAL_MS) {
        endNow(log, 'Stopped without waiting.')
      }
    }
    process.on('SIGINT', arrive)
    process.on('SIGTERM', arrive)
  })
}

/** Not by console.error, which would wait for a reader of standard error. */
function endNow(log: Logger, reason: string): never {
  log.error(reason)
  process.exit(1)
}
