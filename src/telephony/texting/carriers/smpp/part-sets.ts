import type { Clock } from '../../../../platform/clock.ts'
import type { Logger } from '../../../../platform/log.ts'
import type { Delivery } from './read-delivery.ts'

/** The parts of one inbound text that have arrived so far. */
export interface PartSet {
  readonly parts: (Delivery | undefined)[]
  readonly since: number
  /** the response to all parts, once the whole text has been passed on */
  outcome: Promise<number>
  settle(status: number): void
  state: 'collecting' | 'telling' | 'stored'
  /** characters, to bound the memory */
  size: number
}

export interface PartSets {
  /** Adds a part, and returns its set. */
  add(delivery: Delivery & { text: string }, part: { number: number; total: number }): PartSet
  /** After a refusal: the parts stay, and the next repeated part tries again. */
  reopen(set: PartSet): void
  /** Drops what is too old. */
  sweep(): void
}

const MOST_SETS = 1000
const MOST_LETTERS = 4_000_000

export function createPartSets(clock: Clock, log: Logger, keepMs: number): PartSets {
  const sets = new Map<string, PartSet>()
  let letters = 0

  function drop(key: string, set: PartSet): void {
    sets.delete(key)
    letters -= set.size
    const have = set.parts.filter((part) => part !== undefined).length
    if (set.state !== 'stored') log.warn({ have, of: set.parts.length }, 'dropped the parts of a text')
  }

  function open(key: string, total: number): PartSet {
    const set: PartSet = {
      parts: Array.from({ length: total }),
      since: clock.now(),
      state: 'collecting',
      size: 0,
      ...promiseOfOutcome(),
    }
    sets.set(key, set)
    return set
  }

  return {
    add(delivery, { number, total }) {
      const key = JSON.stringify([delivery.from, delivery.to, delivery.reference, total])
      const known = sets.get(key)
      const there = known?.parts[number - 1]
      // References are reused: a different text for the same part starts a new set.
      if (known && there && there.text !== delivery.text) drop(key, known)
      const set = sets.get(key) ?? open(key, total)
      if (set.parts[number - 1] === undefined) {
        set.parts[number - 1] = delivery
        set.size += delivery.text.length
        letters += delivery.text.length
      }
      for (const [oldKey, old] of sets) {
        if (sets.size <= MOST_SETS && letters <= MOST_LETTERS) break
        if (old !== set) drop(oldKey, old)
      }
      return set
    },
    reopen(set) {
      Object.assign(set, promiseOfOutcome(), { state: 'collecting' })
    },
    sweep() {
      for (const [key, set] of sets) if (clock.now() - set.since > keepMs) drop(key, set)
    },
  }
}

function promiseOfOutcome(): Pick<PartSet, 'outcome' | 'settle'> {
  let settle: (status: number) => void = () => {}
  const outcome = new Promise<number>((resolve) => {
    settle = resolve
  })
  return { outcome, settle }
}
