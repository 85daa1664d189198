/** Counts open things by key. In a cluster it counts those of all nodes: then the result is a promise. */
export interface Tally {
  /** Adds one if fewer than `limit` are open. */
  take(key: string, limit: number): boolean | Promise<boolean>
  /** Whether `take` would succeed. */
  hasRoom(key: string, limit: number): boolean | Promise<boolean>
  /** Adds one regardless of the limit. */
  add(key: string): void
  release(key: string): void
}

/** Counts on this node only. */
export class LocalTally implements Tally {
  readonly #counts = new Map<string, number>()

  get keys(): Iterable<string> {
    return this.#counts.keys()
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  take(key: string, limit: number): boolean {
    if (!this.hasRoom(key, limit)) return false
    this.add(key)
    return true
  }

  hasRoom(key: string, limit: number): boolean {
    return this.of(key) < limit
  }

  add(key: string): void {
    this.#counts.set(key, this.of(key) + 1)
  }

  release(key: string): void {
    const left = this.of(key) - 1
    if (left > 0) this.#counts.set(key, left)
    else this.#counts.delete(key)
  }
}
