/** The writes that somebody waits for. */
export interface UnfinishedWrites {
  /** How long the oldest of them has waited; 0 without any. */
  readonly seconds: number
  /** Counts it until it settles. */
  track<T>(write: Promise<T>): Promise<T>
}

export function createUnfinishedWrites(): UnfinishedWrites {
  // In the order of their beginning.
  const unfinished = new Set<{ readonly since: number }>()
  return {
    get seconds() {
      const [oldest] = unfinished
      return oldest ? (performance.now() - oldest.since) / 1000 : 0
    },
    track(write) {
      const entry = { since: performance.now() }
      unfinished.add(entry)
      return write.finally(() => unfinished.delete(entry))
    },
  }
}
