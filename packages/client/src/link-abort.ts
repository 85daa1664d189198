/**
 * A signal that aborts with any of these, until it is released. `AbortSignal.any` would leave a little in each of them
 * for every request (Node 20), and a program that follows events makes requests for as long as it runs.
 */
export function linkAbort(...signals: readonly AbortSignal[]): { signal: AbortSignal; release(): void } {
  const own = new AbortController()
  const abort = (event: Event) => own.abort((event.target as AbortSignal).reason)
  for (const signal of signals) {
    if (signal.aborted) own.abort(signal.reason)
    signal.addEventListener('abort', abort)
  }
  return {
    signal: own.signal,
    release() {
      for (const signal of signals) signal.removeEventListener('abort', abort)
    },
  }
}
