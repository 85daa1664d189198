const TICK_MS = 250
/** Shorter delays are in `nodejs_eventloop_lag_p99_seconds`. */
const STALL_MS = 1000

export interface EventLoopWatch {
  /** the total time of stalls of a second or more */
  readonly stalledSeconds: number
  stop(): void
}

/** Measures late timers: the process was stopped, starved of CPU time, or busy. */
export function watchEventLoop(): EventLoopWatch {
  let last = performance.now()
  let stalledMs = 0
  const timer = setInterval(() => {
    const now = performance.now()
    const late = now - last - TICK_MS
    if (late >= STALL_MS) stalledMs += late
    last = now
  }, TICK_MS)
  timer.unref()
  return {
    get stalledSeconds() {
      return stalledMs / 1000
    },
    stop: () => clearInterval(timer),
  }
}
