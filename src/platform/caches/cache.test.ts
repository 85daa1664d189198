import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Cache } from './cache.ts'

const KEYS = 4
const groupOf = (key: number) => key % 2

interface Value {
  key: number
  version: number
}

/** A slow load reads the source at some moment and delivers what it read at another, or fails. */
interface SlowLoad {
  read(): void
  deliver(): void
  fail(): void
}

/**
 * The naive model: a source whose values have versions, of which every fifth does not exist. A change is invalidated
 * later than it happens, as an event comes after its commit.
 */
class Source {
  readonly newest = new Array<number>(KEYS).fill(1)
  /** The newest version that was invalidated in the cache. */
  readonly told = new Array<number>(KEYS).fill(1)
  readonly loads: SlowLoad[] = []

  valueOf(key: number, version: number): Value | undefined {
    return version % 5 === 0 ? undefined : { key, version }
  }

  load(keys: readonly number[]): Promise<ReadonlyMap<number, Value>> {
    expect(new Set(keys).size).toBe(keys.length)
    return new Promise((resolve, reject) => {
      let values: Map<number, Value> | undefined
      const load: SlowLoad = {
        read: () => {
          values ??= new Map(
            keys.flatMap((key) => {
              const value = this.valueOf(key, this.newest[key]!)
              return value ? [[key, value] as const] : []
            }),
          )
        },
        deliver: () => {
          load.read()
          this.#end(load)
          resolve(values!)
        },
        fail: () => {
          this.#end(load)
          reject(new Error('the source failed'))
        },
      }
      this.loads.push(load)
    })
  }

  #end(load: SlowLoad) {
    this.loads.splice(this.loads.indexOf(load), 1)
  }
}

type Command = (world: World) => void

class World {
  readonly source = new Source()
  readonly cache: Cache<number, Value>
  readonly calls: Promise<void>[] = []
  readonly limit: number

  constructor(limit: number, isBoundedByBytes: boolean, isGroupedByValue: boolean) {
    this.limit = limit
    this.cache = new Cache({
      entries: isBoundedByBytes ? 1000 : limit,
      ...(isBoundedByBytes && { bytes: limit * 10, sizeOf: () => 10 }),
      load: (keys) => this.source.load(keys),
      groupOf: isGroupedByValue ? (_key, value) => groupOf(value.key) : groupOf,
    })
  }

  get(key: number) {
    this.#call([key], async () => {
      const value = await this.cache.get(key)
      return new Map(value ? [[key, value]] : [])
    })
  }

  getMany(keys: readonly number[]) {
    this.#call(keys, () => this.cache.getMany(keys))
  }

  /** The result is at least as new as the last invalidation before the call. */
  #call(keys: readonly number[], ask: () => Promise<Map<number, Value>>) {
    const told = [...this.source.told]
    this.calls.push(
      ask().then(
        (found) => {
          for (const key of found.keys()) expect(keys).toContain(key)
          for (const key of keys) expect(this.#versionsSince(key, told[key]!)).toContainEqual(found.get(key))
        },
        (error) => expect(error).toHaveProperty('message', 'the source failed'),
      ),
    )
  }

  tell(keys: readonly number[]) {
    for (const key of keys) this.source.told[key] = this.source.newest[key]!
  }

  /** Entries that changed, but were not invalidated yet. */
  check() {
    expect(this.cache.entries).toBeLessThanOrEqual(this.limit)
    for (let key = 0; key < KEYS; key += 1) {
      const cached = this.cache.peek(key)
      if (cached) expect(this.#versionsSince(key, this.source.told[key]!)).toContainEqual(cached)
    }
  }

  #versionsSince(key: number, version: number): (Value | undefined)[] {
    const { newest } = this.source
    return Array.from({ length: newest[key]! - version + 1 }, (_, more) =>
      this.source.valueOf(key, version + more),
    )
  }
}

const every = Array.from({ length: KEYS }, (_, key) => key)
const aKey = fc.nat(KEYS - 1)

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: aKey.map(
      (key): Command =>
        (world) =>
          world.get(key),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.array(aKey, { maxLength: 5 }).map(
      (keys): Command =>
        (w) =>
          w.getMany(keys),
    ),
  },
  {
    weight: 4,
    arbitrary: aKey.map(
      (key): Command =>
        ({ source }) => {
          source.newest[key]! += 1
        },
    ),
  },
  {
    weight: 3,
    arbitrary: aKey.map(
      (key): Command =>
        (world) => {
          world.cache.invalidate(key)
          world.tell([key])
        },
    ),
  },
  {
    weight: 2,
    arbitrary: aKey.map(
      (key): Command =>
        (world) => {
          const value = world.source.valueOf(key, world.source.newest[key]!)
          if (value) world.cache.set(key, value)
          else world.cache.invalidate(key)
          world.tell([key])
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat(1).map(
      (group): Command =>
        (world) => {
          world.cache.invalidateGroup(group)
          world.tell(every.filter((key) => groupOf(key) === group))
        },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Command>((world) => {
      world.cache.invalidateAll()
      world.tell(every)
    }),
  },
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.nat(9), fc.constantFrom('read', 'read', 'deliver', 'deliver', 'deliver', 'fail'))
      .map(
        ([at, step]): Command =>
          ({ source }) => {
            source.loads[at % source.loads.length]?.[step]()
          },
      ),
  },
)

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('a cache in front of a slow source', () => {
  test('returns what the source has, however gets, changes and loads interleave', async () => {
    const run = fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.boolean(),
      fc.boolean(),
      fc.array(fc.tuple(command, fc.boolean()), { maxLength: 60, size: 'max' }),
      async (limit, isBoundedByBytes, isGroupedByValue, steps) => {
        const world = new World(limit, isBoundedByBytes, isGroupedByValue)
        for (const [step, settles] of steps) {
          step(world)
          if (settles) await settle()
          world.check()
        }
        for (const load of [...world.source.loads]) load.deliver()
        await Promise.all(world.calls)
        world.check()
        world.cache.invalidateAll()
        world.tell(every)
        world.getMany(every)
        for (const load of [...world.source.loads]) load.deliver()
        await Promise.all(world.calls)
      },
    )
    await fc.assert(run, { numRuns: 1000 })
  }, 180_000)
})
