const last = new Map<string, Promise<unknown>>()

/** Runs work with the same name one at a time, in order of arrival. */
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
