import { LRUCache } from 'lru-cache'

/** The setting that limits every cache of a process: see `entriesWithin`. */
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
  /** Loads missing values. A key without a value in the result does not exist, and is not cached. */
  load(keys: readonly Key[]): Promise<ReadonlyMap<Key, Value>>
  /** Values of one group, such as an organization, can be invalidated together. */
  groupOf?(key: Key, value: Value): number
  /** A value that is no longer valid is loaded again. For values that are made of others. */
  isValid?(value: Value): boolean
  /** Called when a value is stored, and again when it is evicted, invalidated or replaced. */
  onStored?(value: Value, isStored: boolean): void
}

/** `since`: how many groups had been invalidated when the value was read, or earlier. */
interface Entry<Value> {
  readonly value: Value
  readonly since: number
}

interface Load<Key, Value> {
  readonly values: Promise<ReadonlyMap<Key, Value>>
  readonly since: number
  /** keys that were invalidated or set while it ran: the values that it read for them may be stale */
  readonly changed: Set<Key>
}

/** When more groups than this have been invalidated, drop all entries: the list of groups must not grow forever. */
const GROUPS_TRACKED = 10_000

/** A `load` for sources that find one value at a time. A null from `find` is cached; undefined is not. */
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
  readonly #loads = new Set<Load<Key, Value>>()
  /** Loads of single keys, shared by concurrent requests for the same key. */
  readonly #shared = new Map<Key, Load<Key, Value>>()
  /** How many times any group was invalidated, and the last of those times for each group: older values are stale. */
  #invalidations = 0
  readonly #groups = new Map<number, number>()

  constructor(options: CacheOptions<Key, Value>) {
    this.#options = options
    const { onStored } = options
    this.#entries = new LRUCache({
      ...limitsOf(options),
      ...(onStored && { dispose: ({ value }: Entry<Value>) => onStored(value, false) }),
    })
  }

  get entries(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  /** Returns undefined when the value is not cached; does not load it. */
  peek(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (this.#isCurrent(key, entry.value, entry.since)) return entry.value
    this.#entries.delete(key)
    return undefined
  }

  /**
   * Returns undefined when there is no such value. Requests for the same key share one load. Pass `load` for values
   * that need more than their key to be loaded.
   */
  async get(key: Key, load = this.#options.load): Promise<Value | undefined> {
    const cached = this.peek(key)
    if (cached !== undefined) return cached
    const shared = this.#shared.get(key)
    // A group that was invalidated since may be the key's own; only the loaded value can say.
    if (shared?.since === this.#invalidations) return (await shared.values).get(key)
    const mine = this.#load([key], load)
    this.#shared.set(key, mine)
    try {
      return (await mine.values).get(key)
    } finally {
      if (this.#shared.get(key) === mine) this.#shared.delete(key)
    }
  }

  /** For sources that have a value for every key, such as a list per organization. */
  async require(key: Key): Promise<Value> {
    const value = await this.get(key)
    if (value === undefined) throw new Error(`no value was loaded for key ${key}`)
    return value
  }

  /** Returns the keys that have a value. Missing values are loaded together. */
  async getMany(keys: Iterable<Key>): Promise<Map<Key, Value>> {
    const found = new Map<Key, Value>()
    const missing = new Set<Key>()
    for (const key of keys) {
      const cached = this.peek(key)
      if (cached === undefined) missing.add(key)
      else found.set(key, cached)
    }
    if (missing.size === 0) return found
    const loaded = await this.#load([...missing], this.#options.load).values
    for (const [key, value] of loaded) found.set(key, value)
    return found
  }

  /** For a value that an event carries: it need not be loaded. */
  set(key: Key, value: Value): void {
    this.#change(key)
    this.#store(key, value, this.#invalidations)
  }

  /** For a change that an event describes. Invalidates the value if `change` returns undefined. */
  update(key: Key, change: (value: Value) => Value | undefined): void {
    const known = this.peek(key)
    const changed = known === undefined ? undefined : change(known)
    if (changed === undefined) this.invalidate(key)
    else if (changed !== known) this.set(key, changed)
  }

  invalidate(key: Key): void {
    this.#change(key)
    this.#entries.delete(key)
  }

  invalidateGroup(group: number): void {
    this.#invalidations += 1
    this.#groups.set(group, this.#invalidations)
    if (this.#groups.size > GROUPS_TRACKED) this.invalidateAll()
  }

  invalidateAll(): void {
    this.#invalidations += 1
    this.#loads.clear()
    this.#shared.clear()
    this.#entries.clear()
    this.#groups.clear()
  }

  #change(key: Key): void {
    this.#shared.delete(key)
    for (const load of this.#loads) load.changed.add(key)
  }

  #load(keys: readonly Key[], loadValues: CacheOptions<Key, Value>['load']): Load<Key, Value> {
    const load: Load<Key, Value> = {
      since: this.#invalidations,
      changed: new Set(),
      values: loadValues(keys)
        .then((values) => {
          if (this.#loads.has(load)) this.#storeLoaded(keys, load, values)
          return values
        })
        .finally(() => this.#loads.delete(load)),
    }
    this.#loads.add(load)
    return load
  }

  #storeLoaded(
    keys: readonly Key[],
    { since, changed }: Load<Key, Value>,
    values: ReadonlyMap<Key, Value>,
  ): void {
    for (const key of keys) {
      const value = changed.has(key) ? undefined : values.get(key)
      if (value !== undefined && this.#isCurrent(key, value, since)) this.#store(key, value, since)
    }
  }

  #store(key: Key, value: Value, since: number): void {
    this.#entries.set(key, { value, since })
    if (this.#options.onStored && this.#entries.has(key)) this.#options.onStored(value, true)
  }

  #isCurrent(key: Key, value: Value, since: number): boolean {
    const { groupOf, isValid } = this.#options
    if (isValid && !isValid(value)) return false
    return groupOf === undefined || since >= (this.#groups.get(groupOf(key, value)) ?? 0)
  }
}
