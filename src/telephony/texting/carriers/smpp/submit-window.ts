export interface SubmitWindow {
  /** Runs now or when one of those before is done. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

/** At most so many at the same time, the others in the order in which they came. */
export function createSubmitWindow(size: number): SubmitWindow {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async run(work) {
      if (running >= size) await new Promise<void>((enter) => waiting.push(enter))
      else running += 1
      try {
        return await work()
      } finally {
        // The place goes on to the next in line, so that nobody can come between.
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
