import { FairQueue } from './fair-queue.ts'

/**
 * Limits work that takes much memory or CPU: a few run at once, the rest wait. The next turn goes to the owner whose last
 * turn was longest ago, so one who asks for a thousand turns delays the others only by those in progress.
 */
export interface Turns {
  /** Resolves when it is one's turn, with what gives it back; giving back twice does no harm. Fails with TooManyWaiting. */
  take(who: string, waiting?: number): Promise<() => void>
}

/** So many of the same one wait already that one more would only wait in vain. */
export class TooManyWaiting extends Error {
  readonly limit: number

  constructor(limit: number) {
    super(`more than ${limit} are waiting`)
    this.limit = limit
  }
}

export interface TurnLimits {
  atOnce: number
  /** of the same one */
  waiting: number
}

export function createTurns(limits: TurnLimits): Turns {
  const queue = new FairQueue<() => void, string>()
  let running = 0

  function begin(): () => void {
    running += 1
    let isGivenBack = false
    return () => {
      if (isGivenBack) return
      isGivenBack = true
      running -= 1
      startNext()
    }
  }

  function startNext(): void {
    if (running < limits.atOnce) queue.take()?.()
  }

  return {
    async take(who, waiting = limits.waiting) {
      if (running >= limits.atOnce && queue.countOf(who) >= waiting) throw new TooManyWaiting(waiting)
      return new Promise((resolve) => {
        queue.add({ tenant: who }, () => resolve(begin()))
        startNext()
      })
    },
  }
}
