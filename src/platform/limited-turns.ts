/**
 * Work that takes much memory or computing: a few at once, the rest waits. Whoever is served least recently is next, so
 * somebody who asks for a thousand turns delays the others by those that are in progress.
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
  const queues = new Map<string, (() => void)[]>()
  /** The number of the last turn of each, until nothing is left to do. */
  const lastTurns = new Map<string, number>()
  let turn = 0
  let running = 0

  function begin(who: string): () => void {
    running += 1
    turn += 1
    lastTurns.set(who, turn)
    let isGivenBack = false
    return () => {
      if (isGivenBack) return
      isGivenBack = true
      running -= 1
      startNext()
    }
  }

  function startNext(): void {
    const waiting = [...queues.keys()]
    if (waiting.length === 0) {
      if (running === 0) lastTurns.clear()
      return
    }
    const who = waiting.reduce((one, other) => (lastTurn(other) < lastTurn(one) ? other : one))
    const queue = queues.get(who)!
    const start = queue.shift()!
    if (queue.length === 0) queues.delete(who)
    start()
  }

  const lastTurn = (who: string) => lastTurns.get(who) ?? 0

  return {
    async take(who, waiting = limits.waiting) {
      if (running < limits.atOnce) return begin(who)
      const queue = queues.get(who) ?? []
      if (queue.length >= waiting) throw new TooManyWaiting(waiting)
      queues.set(who, queue)
      return new Promise((resolve) => {
        queue.push(() => resolve(begin(who)))
      })
    },
  }
}
