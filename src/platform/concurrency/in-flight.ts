/** Work that must finish before the resources it uses are closed, even if nobody waits for it. */
export interface InFlight {
  track<T>(work: Promise<T>): Promise<T>
  /** Resolves when nothing is in flight. */
  settled(): Promise<void>
}

export function createInFlight(): InFlight {
  let running = 0
  let waiting: (() => void)[] = []
  function end(): void {
    running -= 1
    if (running > 0) return
    const resolvers = waiting
    waiting = []
    for (const resolve of resolvers) resolve()
  }
  return {
    track(work) {
      running += 1
      work.then(end, end)
      return work
    },
    async settled() {
      while (running > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}
