/**
 * Keeps what has been loaded until somebody says that it changed. A load that was under way while its
 * entry was forgotten is answered but not kept, so old data cannot outlive the change.
 */
export interface Remembered<Key, Value> {
  get(key: Key): Promise<Value>
  /** Without waiting; undefined when it would have to be loaded. */
  peek(key: Key): Value | undefined
  forget(key: Key): void
  forgetAll(): void
}

/** `isKept`: what is not worth keeping is loaded whenever somebody asks. */
export function remember<Key, Value>(
  limit: number,
  load: (key: Key) => Promise<Value>,
  isKept: (value: Value) => boolean = () => true,
): Remembered<Key, Value> {
  const kept = new Map<Key, Value>()
  let changes = 0
  return {
    async get(key) {
      const known = kept.get(key)
      if (known !== undefined || kept.has(key)) return known as Value
      const before = changes
      const value = await load(key)
      if (before === changes && isKept(value)) {
        if (kept.size >= limit) kept.delete(kept.keys().next().value!)
        kept.set(key, value)
      }
      return value
    },
    peek: (key) => kept.get(key),
    forget(key) {
      changes += 1
      kept.delete(key)
    },
    forgetAll() {
      changes += 1
      kept.clear()
    },
  }
}
