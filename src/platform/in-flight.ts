/** Work that nobody may be waiting for any more, but that must come to its end before the ground is taken away. */
export interface InFlight {
  track<T>(work: Promise<T>): Promise<T>
  /** When nothing is under way any more. */
  settled(): Promise<void>
}

export function createInFlight(): InFlight {
  let running = 0
  let waiting: (() => void)[] = []
  function end(): void {
    running -= 1
    if (running > 0) return
    const told = waiting
    waiting = []
    for (const tell of told) tell()
  }
  return {
    track(work) {
      running += 1
      work.then(end, end)
      return work
    },
    async settled() {
      while (running > 0) await new Promise<void>((tell) => waiting.push(tell))
    },
  }
}
