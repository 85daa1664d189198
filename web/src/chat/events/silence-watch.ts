export interface SilenceWatch {
  /** Aborts when it was silent for too long. */
  readonly signal: AbortSignal
  /** Something came: from now on this much silence is allowed. */
  heard(allowedMs: number): void
  stop(): void
}

const LOOK_EVERY_MS = 1000

/**
 * Notices that nothing comes. It compares times of day, because timers stand still while a computer sleeps: after
 * waking up a lost connection is noticed within seconds. A clock that is put back also counts as silence.
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
