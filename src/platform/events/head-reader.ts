/** Reads the newest positions of tenants' logs, for many concurrent callers. */
export interface HeadReader {
  /** The position at some moment after the call. */
  read(tenant: number): Promise<number>
}

/**
 * A caller that arrives while a query is in flight waits for the next one, since the running query may have read
 * before. So there is only one query at a time, however many callers there are.
 */
export function createHeadReader(
  read: (tenants: readonly number[]) => Promise<ReadonlyMap<number, number>>,
): HeadReader {
  let next: { tenants: Set<number>; heads: Promise<ReadonlyMap<number, number>> } | undefined
  let running: Promise<unknown> = Promise.resolve()

  function begin() {
    const tenants = new Set<number>()
    const heads = running.then(() => {
      next = undefined
      return read([...tenants])
    })
    running = heads.catch(() => {})
    return { tenants, heads }
  }

  return {
    async read(tenant) {
      next ??= begin()
      next.tenants.add(tenant)
      return (await next.heads).get(tenant) ?? 0
    },
  }
}
