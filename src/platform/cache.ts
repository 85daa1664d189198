import { LRUCache } from 'lru-cache'

/** For settings that limit every cache of a process: see `entriesWithin`. */
export interface CacheLimits {
  /** undefined: each cache has its own limit */
  readonly cacheEntries: number | undefined
}

/** A cache's own limit, or that of the process if it is lower. */
export const entriesWithin = ({ cacheEntries }: CacheLimits, own: number) =>
  Math.min(own, cacheEntries ?? own)

export interface CacheOptions<Key, Value> {
  /** The cache keeps at most this many entries. */
  entries: number
  /** It keeps at most this many bytes, too, as `sizeOf` counts them. */
  bytes?: number
  /** A larger value is returned, but not stored. */
  entryBytes?: number
  sizeOf?(value: Value): number
  /** Loads what is missing. A key without a value in the result does not exist, and is not cached. */
  load(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>>
  /** Values of one group, such as an organization, can be invalidated together. */
  groupOf?(key: Key, value: Value): number
}

/** `since`: how many groups had been invalidated when the value was read, or earlier. */
interface Entry<Value> {
  readonly value: Value
  readonly since: number
}

interface Load<Key, Value> {
  readonly values: Promise<ReadonlyMap<Key, Value>>
  readonly since: number
}

/** When more groups than this have been invalidated, all entries go: the list of groups must not grow for ever. */
const GROUPS_TRACKED = 10_000

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

/** lru-cache allocates room for all entries of a `max`. A large cache that is hardly used must not cost that. */
const ENTRIES_ALLOCATED = 1000

function limitsOf<Key, Value>({ entries, bytes, entryBytes, sizeOf }: CacheOptions<Key, Value>) {
  if (entries <= ENTRIES_ALLOCATED && bytes === undefined) return { max: entries }
  if (bytes === undefined || !sizeOf) return { maxSize: entries, sizeCalculation: () => 1 }
  // No entry counts less than its share, so the bytes bound the entries, too.
  const share = Math.ceil(bytes / entries)
  return {
    maxSize: bytes,
    ...(entryBytes !== undefined && { maxEntrySize: Math.max(entryBytes, share) }),
    sizeCalculation: ({ value }: Entry<Value>) => Math.max(share, sizeOf(value)),
  }
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
  /** How many times a group was invalidated, and the last of those times for each group: values from before are stale. */
  #invalidations = 0
  readonly #groups = new Map<number, number>()

  constructor(options: CacheOptions<Key, Value>) {
    this.#options = options
    this.#entries = new LRUCache(limitsOf(options))
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
    if (this.#isCurrent(key, entry.value, entry.since)) return entry.value
    this.#entries.delete(key)
    return undefined
  }

  /**
   * undefined when there is no such value. Requests for the same key share one load. `load` is for values that take
   * more than their key to be loaded.
   */
  async get(key: Key, load = this.#options.load): Promise<Value | undefined> {
    const cached = this.peek(key)
    if (cached !== undefined) return cached
    return (await (this.#loadOf(key) ?? this.#load([key], load))).get(key)
  }

  /** For sources that have a value for every key, such as a list of each organization. */
  async require(key: Key): Promise<Value> {
    const value = await this.get(key)
    if (value === undefined) throw new Error(`nothing was loaded for ${key}`)
    return value
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
      const load = this.#load([...missing], this.#options.load)
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
    this.#entries.set(key, { value, since: this.#invalidations })
  }

  invalidate(key: Key): void {
    this.#loads.delete(key)
    this.#entries.delete(key)
  }

  invalidateGroup(group: number): void {
    this.#invalidations += 1
    this.#groups.set(group, this.#invalidations)
    if (this.#groups.size > GROUPS_TRACKED) this.invalidateAll()
  }

  invalidateAll(): void {
    this.#loads.clear()
    this.#entries.clear()
    this.#groups.clear()
  }

  /** One that began before a group was invalidated is not joined: it may be of that group, as is known when it ends. */
  #loadOf(key: Key): Promise<ReadonlyMap<Key, Value>> | undefined {
    const load = this.#loads.get(key)
    return load?.since === this.#invalidations ? load.values : undefined
  }

  #load(
    keys: readonly Key[],
    loadValues: CacheOptions<Key, Value>['load'],
  ): Promise<ReadonlyMap<Key, Value>> {
    const values = loadValues(keys).then(
      (found) => {
        for (const key of keys) this.#end(key, load, found.get(key))
        return found
      },
      (error) => {
        for (const key of keys) this.#end(key, load, undefined)
        throw error
      },
    )
    const load = { values, since: this.#invalidations }
    for (const key of keys) this.#loads.set(key, load)
    return values
  }

  #end(key: Key, load: Load<Key, Value>, value: Value | undefined): void {
    if (this.#loads.get(key) !== load) return
    this.#loads.delete(key)
    if (value === undefined || !this.#isCurrent(key, value, load.since)) return
    this.#entries.set(key, { value, since: load.since })
  }

  #isCurrent(key: Key, value: Value, since: number): boolean {
    const { groupOf } = this.#options
    return groupOf === undefined || since >= (this.#groups.get(groupOf(key, value)) ?? 0)
  }
}
