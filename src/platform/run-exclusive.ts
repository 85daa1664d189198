const last = new Map<string, Promise<unknown>>()

/** Work of one name is done one after the other, in the order in which it came. */
export function runExclusive<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(name) ?? Promise.resolve()
  const mine = before.then(work, work)
  const settled = mine.catch(() => {})
  last.set(name, settled)
  void settled.then(() => {
    if (last.get(name) === settled) last.delete(name)
  })
  return mine
}
