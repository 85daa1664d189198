import { systemClock } from '../platform/clock.ts'

/** So long may the stop take after the drain, with everything that is still being answered. */
const PATIENCE_MS = 10_000
/** Ctrl-C under npm arrives twice at once, from the terminal and from npm: that is no impatience. */
const SAME_SIGNAL_MS = 500

/** Resolves at SIGINT or SIGTERM. A second signal, or a stop that takes too long, ends the process hard. */
export function waitForStopSignal(drainSeconds: number): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | undefined
    const arrive = (signal: NodeJS.Signals) => {
      if (first === undefined) {
        first = systemClock.now()
        const patience = drainSeconds * 1000 + PATIENCE_MS
        setTimeout(() => endNow('The server did not stop in time.'), patience).unref()
        resolve(signal)
      } else if (systemClock.now() - first > SAME_SIGNAL_MS) {
        endNow('Stopped without waiting.')
      }
    }
    process.on('SIGINT', arrive)
    process.on('SIGTERM', arrive)
  })
}

function endNow(reason: string): never {
  console.error(reason)
  process.exit(1)
}
