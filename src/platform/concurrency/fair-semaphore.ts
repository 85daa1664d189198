import { FairQueue } from './fair-queue.ts'

/**
 * Limits work that takes much memory or CPU: a few run at once, the rest wait. The next turn goes to the owner whose
 * last turn was longest ago, so an owner that queues a thousand delays the others only by those in progress.
 */
export interface FairSemaphore {
  /** Resolves with a function that releases the turn; calling it twice is harmless. Throws TooManyWaiting. */
  acquire(owner: string, waiting?: number): Promise<() => void>
}

/** The owner has too many waiting already: one more would wait in vain. */
export class TooManyWaiting extends Error {
  readonly limit: number

  constructor(limit: number) {
    super(`more than ${limit} are waiting`)
    this.limit = limit
  }
}

export interface SemaphoreLimits {
  atOnce: number
  /** per owner */
  waiting: number
}

export function createFairSemaphore(limits: SemaphoreLimits): FairSemaphore {
  const queue = new FairQueue<() => void, string>()
  let running = 0

  function begin(): () => void {
    running += 1
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      running -= 1
      startNext()
    }
  }

  function startNext(): void {
    if (running < limits.atOnce) queue.take()?.()
  }

  return {
    async acquire(owner, waiting = limits.waiting) {
      if (running >= limits.atOnce && queue.countOf(owner) >= waiting) throw new TooManyWaiting(waiting)
      return new Promise((resolve) => {
        queue.add({ tenant: owner }, () => resolve(begin()))
        startNext()
      })
    },
  }
}
