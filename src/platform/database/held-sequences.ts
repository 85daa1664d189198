import type { Handle, Sequence } from './database.ts'
import { loadSequence, lockSequences, storeSequence } from './sequence-store.ts'

interface Held extends Sequence {
  readonly tenant: number
  readonly name: string
  stored: number
}

/** The values of counters at the last commit, valid while no other process can have changed them. */
export type Counters = Map<string, number>

/** More are not worth their memory. */
const COUNTERS_KEPT = 10_000

/** The counters that a batch has locked: loaded at first use, written back once before the commit. */
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

  /** Locks the counter that guards all others of its tenant, and loads the ones that will be needed. */
  async takeFirst(tenant: number, name: string, needed: Iterable<string>): Promise<void> {
    const others = [...needed].filter((other) => other !== name)
    const found = await lockSequences(this.#db, tenant, name, others)
    for (const [each, value] of found) this.#hold(tenant, each, value)
    if (!found.has(name)) await this.get(tenant, name)
  }

  /** The names of a tenant's locked counters. */
  namesOf(tenant: number): string[] {
    return [...this.#held.values()].filter((held) => held.tenant === tenant).map(({ name }) => name)
  }

  #hold(tenant: number, name: string, value: number): Held {
    const held = { tenant, name, value, stored: value }
    this.#held.set(`${tenant}:${name}`, held)
    return held
  }

  /** For a job that may fail: its numbers are reused, so that there are no gaps. */
  snapshot(): ReadonlyMap<Held, number> {
    return new Map([...this.#held.values()].map((held) => [held, held.value]))
  }

  restore(values: ReadonlyMap<Sequence, number>): void {
    for (const [key, held] of this.#held) {
      const value = values.get(held)
      // Locked by the failed job itself: its rollback may have removed the counter's row.
      if (value === undefined) this.#held.delete(key)
      else held.value = value
    }
  }

  async store(): Promise<void> {
    for (const held of this.#held.values()) {
      if (held.value !== held.stored) await storeSequence(this.#db, held.tenant, held.name, held.value)
    }
  }

  /** Called after the commit. */
  keep(): void {
    if (this.#counters.size > COUNTERS_KEPT) this.#counters.clear()
    for (const [key, held] of this.#held) this.#counters.set(key, held.value)
  }
}
