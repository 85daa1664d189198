/** Work that nobody may be waiting for any more, but that must come to its end before the ground is taken away. */
export interface UnderWay {
  track<T>(work: Promise<T>): Promise<T>
  /** When nothing is under way any more. */
  settled(): Promise<void>
}

export function createUnderWay(): UnderWay {
  const running = new Set<Promise<unknown>>()
  return {
    track(work) {
      const done = work.then(
        () => {},
        () => {},
      )
      running.add(done)
      void done.then(() => running.delete(done))
      return work
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
