export interface SilenceWatch {
  /** Aborts after too long a silence. */
  readonly signal: AbortSignal
  /** Call when data arrives. From now on, this much silence is allowed. */
  heard(allowedMs: number): void
  stop(): void
}

const LOOK_EVERY_MS = 1000

/**
 * Detects a silent connection. It compares wall-clock times, because timers pause while a computer sleeps: a lost
 * connection is detected within seconds of waking up. Setting the clock back also counts as silence.
 */
export function watchSilence(allowedMs: number): SilenceWatch {
  const abort = new AbortController()
  let allowed = allowedMs
  let heardAt = Date.now()
  const timer = setInterval(() => {
    if (Math.abs(Date.now() - heardAt) > allowed) abort.abort()
  }, LOOK_EVERY_MS)
  return {
    signal: abort.signal,
    heard(nowAllowed) {
      allowed = nowAllowed
      heardAt = Date.now()
    },
    stop: () => clearInterval(timer),
  }
}
