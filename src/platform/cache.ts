import { LRUCache } from 'lru-cache'

export interface CacheOptions<Key, Value> {
  /** The cache keeps at most this many entries. */
  entries: number
  /** It keeps at most this many bytes, too, as `sizeOf` counts them. */
  bytes?: number
  sizeOf?(value: Value): number
  /** Loads what is missing. A key without a value in the result does not exist, and is not cached. */
  load(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>>
  /** Keys of one group, such as an organization, can be invalidated together. */
  groupOf?(key: Key): number
}

interface Entry<Value> {
  readonly value: Value
  readonly epoch: number
}

interface Load<Key, Value> {
  readonly values: Promise<ReadonlyMap<Key, Value>>
  readonly epoch: number
}

/** A `load` for sources that find one value at a time. Where `find` resolves to null, that is cached; undefined is not. */
export const oneByOne =
  <Key, Value>(find: (key: Key) => Promise<Value | undefined>): CacheOptions<Key, Value>['load'] =>
  async (keys) => {
    const values = new Map<Key, Value>()
    for (const key of keys) {
      const value = await find(key)
      if (value !== undefined) values.set(key, value)
    }
    return values
  }

/**
 * Keeps loaded values until they are invalidated or evicted. A value that changed while it was being loaded is returned
 * but not stored, so old data cannot outlive its change. Each cache lives with its feature, which declares there which
 * events invalidate it.
 */
export class Cache<Key extends string | number, Value> {
  readonly #options: CacheOptions<Key, Value>
  readonly #entries: LRUCache<Key, Entry<Value>>
  /** The newest load of each key that is in flight. Invalidating a key removes it: nobody joins it, and it stores nothing. */
  readonly #loads = new Map<Key, Load<Key, Value>>()
  /** A group whose epoch has moved on since an entry was stored has been invalidated. */
  readonly #epochs = new Map<number, number>()

  constructor(options: CacheOptions<Key, Value>) {
    const { entries, bytes, sizeOf } = options
    this.#options = options
    this.#entries = new LRUCache({
      max: entries,
      ...(bytes !== undefined &&
        sizeOf && {
          maxSize: bytes,
          sizeCalculation: ({ value }: Entry<Value>) => Math.max(1, sizeOf(value)),
        }),
    })
  }

  get entries(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  /** Without loading: undefined when it is not cached. */
  peek(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (entry.epoch === this.#epochOf(key)) return entry.value
    this.#entries.delete(key)
    return undefined
  }

  /** undefined when there is no such value. Requests for the same key share one load. */
  async get(key: Key): Promise<Value | undefined> {
    const cached = this.peek(key)
    if (cached !== undefined) return cached
    return (await (this.#loadOf(key) ?? this.#load([key]))).get(key)
  }

  /** Those of the keys that have a value. What is missing is loaded together. */
  async getMany(keys: Iterable<Key>): Promise<Map<Key, Value>> {
    const found = new Map<Key, Value>()
    const missing = new Set<Key>()
    const inFlight = new Map<Key, Promise<ReadonlyMap<Key, Value>>>()
    for (const key of keys) {
      const cached = this.peek(key)
      const load = cached === undefined ? this.#loadOf(key) : undefined
      if (cached !== undefined) found.set(key, cached)
      else if (load) inFlight.set(key, load)
      else missing.add(key)
    }
    if (missing.size > 0) {
      const load = this.#load([...missing])
      for (const key of missing) inFlight.set(key, load)
    }
    if (inFlight.size === 0) return found
    // All at once: a load that fails while another is awaited would otherwise be an unhandled rejection.
    await Promise.all(inFlight.values())
    for (const [key, load] of inFlight) {
      const value = (await load).get(key)
      if (value !== undefined) found.set(key, value)
    }
    return found
  }

  /** For a value that an event brings: no load has to fetch it. */
  set(key: Key, value: Value): void {
    this.#loads.delete(key)
    this.#store(key, value)
  }

  invalidate(key: Key): void {
    this.#loads.delete(key)
    this.#entries.delete(key)
  }

  invalidateGroup(group: number): void {
    this.#epochs.set(group, (this.#epochs.get(group) ?? 0) + 1)
  }

  invalidateAll(): void {
    this.#loads.clear()
    this.#entries.clear()
    this.#epochs.clear()
  }

  #loadOf(key: Key): Promise<ReadonlyMap<Key, Value>> | undefined {
    const load = this.#loads.get(key)
    return load?.epoch === this.#epochOf(key) ? load.values : undefined
  }

  #load(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>> {
    const loads = new Map<Key, Load<Key, Value>>()
    const values = this.#options.load(keys).then(
      (found) => {
        for (const [key, load] of loads) this.#end(key, load, found.get(key))
        return found
      },
      (error) => {
        for (const [key, load] of loads) this.#end(key, load, undefined)
        throw error
      },
    )
    for (const key of keys) {
      const load = { values, epoch: this.#epochOf(key) }
      loads.set(key, load)
      this.#loads.set(key, load)
    }
    return values
  }

  #end(key: Key, load: Load<Key, Value>, value: Value | undefined): void {
    if (this.#loads.get(key) !== load) return
    this.#loads.delete(key)
    if (value !== undefined && load.epoch === this.#epochOf(key)) this.#store(key, value)
  }

  #store(key: Key, value: Value): void {
    this.#entries.set(key, { value, epoch: this.#epochOf(key) })
  }

  #epochOf(key: Key): number {
    const { groupOf } = this.#options
    return groupOf ? (this.#epochs.get(groupOf(key)) ?? 0) : 0
  }
}
