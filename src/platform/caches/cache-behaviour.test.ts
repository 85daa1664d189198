import { describe, expect, test } from 'vitest'
import { Cache, oneByOne } from './cache.ts'

describe('a cache', () => {
  const counting = (entries = 3) => {
    const loaded: (readonly string[])[] = []
    const cache = new Cache<string, string>({
      entries,
      async load(keys) {
        loaded.push(keys)
        return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, `value of ${key}`]))
      },
    })
    return { cache, loaded }
  }

  test('loads a value once for concurrent requests', async () => {
    const { cache, loaded } = counting()
    await Promise.all([cache.get('a'), cache.get('a'), cache.get('a')])
    await cache.getMany(['a', 'b', 'b'])
    expect(loaded).toEqual([['a'], ['b']])
    expect(cache.peek('b')).toBe('value of b')
  })

  test('evicts the least recently used value', async () => {
    const { cache } = counting()
    await cache.getMany(['a', 'b', 'c'])
    cache.peek('a')
    await cache.get('d')
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.peek(key))).toEqual(['a', 'c', 'd'])
  })

  test('returns all values, even more than it can hold', async () => {
    const { cache } = counting(1)
    expect((await cache.getMany(['a', 'b', 'c', 'missing'])).size).toBe(3)
    expect(cache.entries).toBe(1)
  })

  test('loads a missing value again, but caches null', async () => {
    const { cache, loaded } = counting()
    expect(await cache.get('missing')).toBeUndefined()
    await cache.get('missing')
    expect(loaded).toHaveLength(2)

    let asked = 0
    const findNothing = async () => {
      asked += 1
      return null
    }
    const nulls = new Cache<string, null>({ entries: 3, load: oneByOne(findNothing) })
    expect([await nulls.get('missing'), await nulls.get('missing')]).toEqual([null, null])
    expect(asked).toBe(1)
  })

  test('bounds the list of invalidated groups', async () => {
    const cache = new Cache<number, number>({
      entries: 3,
      load: oneByOne(async (key) => key),
      groupOf: (key) => key,
    })
    for (let group = 0; group < 30_000; group += 1) {
      await cache.get(group)
      cache.invalidateGroup(group)
      expect(cache.peek(group)).toBeUndefined()
    }
    expect(await cache.get(1)).toBe(1)
    expect(cache.peek(1)).toBe(1)
  })

  test('does not store a value larger than its limit', async () => {
    const cache = new Cache<string, string>({
      entries: 3,
      bytes: 10,
      sizeOf: (value) => value.length,
      load: oneByOne(async (key) => key.repeat(11)),
    })
    expect(await cache.get('x')).toHaveLength(11)
    expect(cache.entries).toBe(0)
  })

  test('loads a value again that is no longer valid', async () => {
    let isValid = true
    let loads = 0
    const cache = new Cache<string, number>({
      entries: 3,
      isValid: () => isValid,
      load: oneByOne(async () => {
        loads += 1
        return loads
      }),
    })
    expect([await cache.get('a'), await cache.get('a')]).toEqual([1, 1])
    isValid = false
    expect(cache.peek('a')).toBeUndefined()
    expect([await cache.get('a'), await cache.get('a')]).toEqual([2, 3])
    expect(cache.entries).toBe(0)
  })

  test('reports which values it stores: not those evicted, invalidated, replaced, or changed during a load', async () => {
    const stored = new Set<string>()
    const cache = new Cache<string, string>({
      entries: 2,
      load: oneByOne(async (key) => `${key} loaded`),
      onStored: (value, isStored) => void (isStored ? stored.add(value) : stored.delete(value)),
    })
    await cache.getMany(['a', 'b', 'c'])
    expect([...stored]).toEqual(['b loaded', 'c loaded'])
    cache.invalidate('b')
    cache.set('c', 'c set')
    expect([...stored]).toEqual(['c set'])
    const changing = cache.get('d')
    cache.invalidate('d')
    expect(await changing).toBe('d loaded')
    expect([...stored]).toEqual(['c set'])
    cache.invalidateAll()
    expect([...stored]).toEqual([])
  })
})
