/** Work that takes much memory or computing: a few at once, a few of them for the same one, the rest waits. */
export interface Turns {
  /** Resolves when it is one's turn, with what gives it back; giving back twice does no harm. */
  take(who: string): Promise<() => void>
}

/** So many wait already that one more would only wait in vain. */
export class TooManyWaiting extends Error {}

export interface TurnLimits {
  atOnce: number
  /** of the same one at once */
  each: number
  waiting: number
}

export function createTurns(limits: TurnLimits): Turns {
  const running = new Map<string, number>()
  const queue: { who: string; start: () => void }[] = []
  let count = 0

  const mayStart = (who: string) => count < limits.atOnce && (running.get(who) ?? 0) < limits.each

  function begin(who: string): () => void {
    count += 1
    running.set(who, (running.get(who) ?? 0) + 1)
    let given = false
    return () => {
      if (given) return
      given = true
      count -= 1
      const left = running.get(who)! - 1
      if (left === 0) running.delete(who)
      else running.set(who, left)
      startNext()
    }
  }

  function startNext(): void {
    const next = queue.findIndex(({ who }) => mayStart(who))
    if (next >= 0) queue.splice(next, 1)[0]!.start()
  }

  return {
    async take(who) {
      if (mayStart(who)) return begin(who)
      if (queue.length >= limits.waiting) throw new TooManyWaiting()
      return new Promise((resolve) => {
        queue.push({ who, start: () => resolve(begin(who)) })
      })
    },
  }
}
