import { LRUCache } from 'lru-cache'

export interface Memoized<Value> {
  /** If `read` throws or returns undefined, nothing is cached. */
  read(text: string): Value
  /** Returns the cached value, if any. */
  peek(text: string): Value | undefined
}

/** For pure functions of a text: clients send the same credentials and queries with every request. */
export function memoize<Value>(
  /** Longer texts are rarely sent twice and would only fill the memory. */
  { entries, longest }: { entries: number; longest: number },
  read: (text: string) => Value,
): Memoized<Value> {
  // Not `max`: lru-cache would allocate room for all entries at once.
  const values = new LRUCache<string, NonNullable<Value>>({ maxSize: entries, sizeCalculation: () => 1 })
  return {
    read(text) {
      const before = values.get(text)
      if (before !== undefined) return before
      const value = read(text)
      if (value !== undefined && value !== null && text.length <= longest) values.set(text, value)
      return value
    },
    peek: (text) => values.get(text),
  }
}
