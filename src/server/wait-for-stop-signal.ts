import { systemClock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'

/** How long stopping may take after the drain, including requests in flight. */
const TIMEOUT_MS = 10_000
/** Under npm, Ctrl-C arrives twice at once, from the terminal and from npm: treat it as one. */
const SAME_SIGNAL_MS = 500

/** Resolves on SIGINT or SIGTERM. A second signal, or a stop that takes too long, ends the process at once. */
export function waitForStopSignal(drainSeconds: number, log: Logger): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | undefined
    const onSignal = (signal: NodeJS.Signals) => {
      if (first === undefined) {
        first = systemClock.now()
        const timeout = drainSeconds * 1000 + TIMEOUT_MS
        setTimeout(() => endNow(log, 'The server did not stop in time.'), timeout).unref()
        resolve(signal)
      } else if (systemClock.now() - first > SAME_SIGNAL_MS) {
        endNow(log, 'Stopped without waiting.')
      }
    }
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
  })
}

/** Not with console.error, which would wait for a reader of standard error. */
function endNow(log: Logger, reason: string): never {
  log.error(reason)
  process.exit(1)
}
