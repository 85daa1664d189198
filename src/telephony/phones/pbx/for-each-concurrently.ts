/**
 * Processes all items in order, `width` at a time. After a failure no more are started, and the first error is thrown.
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  let next = 0
  let failed = false
  const worker = async () => {
    while (next < items.length && !failed) {
      const item = items[next]!
      next += 1
      try {
        await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: width }, worker))
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
}
