export interface SubmitWindow {
  /** Runs the work when there is a free slot. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

/** A semaphore: at most `size` at a time, the rest in order of arrival. */
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
        // The slot passes to the next in the queue, so that nobody overtakes.
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
