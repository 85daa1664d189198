import type { Handle, Sequence } from './database.ts'
import { loadSequence, lockSequences, storeSequence } from './sequence-store.ts'

interface Held extends Sequence {
  readonly tenant: number
  readonly name: string
  stored: number
}

/** What counters were at the last commit, for as long as nobody else can have moved them. */
export type Counters = Map<string, number>

/** More than that are not worth their memory. */
const COUNTERS_KEPT = 10_000

/** The counters that a batch has taken: loaded at first use, written back once before the commit. */
export class HeldSequences<Tables> {
  readonly #db: Handle<Tables>
  readonly #counters: Counters
  readonly #held = new Map<string, Held>()

  constructor(db: Handle<Tables>, counters: Counters) {
    this.#db = db
    this.#counters = counters
  }

  async get(tenant: number, name: string): Promise<Sequence> {
    const key = `${tenant}:${name}`
    return (
      this.#held.get(key) ??
      this.#hold(tenant, name, this.#counters.get(key) ?? (await loadSequence(this.#db, tenant, name)))
    )
  }

  /** Takes a counter that all others of its tenant are moved under, and of those the ones that will be wanted. */
  async takeFirst(tenant: number, name: string, wanted: Iterable<string>): Promise<void> {
    const others = [...wanted].filter((other) => other !== name)
    const found = await lockSequences(this.#db, tenant, name, others)
    for (const [each, value] of found) this.#hold(tenant, each, value)
    if (!found.has(name)) await this.get(tenant, name)
  }

  /** The names of those that were taken, of one tenant. */
  namesOf(tenant: number): string[] {
    return [...this.#held.values()].filter((held) => held.tenant === tenant).map(({ name }) => name)
  }

  #hold(tenant: number, name: string, value: number): Held {
    const held = { tenant, name, value, stored: value }
    this.#held.set(`${tenant}:${name}`, held)
    return held
  }

  /** For a job that may fail: numbers that it took are given out again, so that there are no gaps. */
  remember(): ReadonlyMap<Held, number> {
    return new Map([...this.#held.values()].map((held) => [held, held.value]))
  }

  restore(values: ReadonlyMap<Sequence, number>): void {
    for (const [key, held] of this.#held) {
      const value = values.get(held)
      // Taken by the failed job itself, whose rollback may have undone the counter's very row.
      if (value === undefined) this.#held.delete(key)
      else held.value = value
    }
  }

  async store(): Promise<void> {
    for (const held of this.#held.values()) {
      if (held.value !== held.stored) await storeSequence(this.#db, held.tenant, held.name, held.value)
    }
  }

  /** After the commit. */
  keep(): void {
    if (this.#counters.size > COUNTERS_KEPT) this.#counters.clear()
    for (const [key, held] of this.#held) this.#counters.set(key, held.value)
  }
}
