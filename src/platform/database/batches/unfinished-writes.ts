/** Writes that are not committed yet. */
export interface UnfinishedWrites {
  /** How long the oldest one has been waiting; 0 without any. */
  readonly seconds: number
  /** Counts the write until it settles. */
  track<T>(write: Promise<T>): Promise<T>
}

export function createUnfinishedWrites(): UnfinishedWrites {
  // In the order of their start.
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
