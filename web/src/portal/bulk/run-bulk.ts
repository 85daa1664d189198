import { messageOf } from '../../api/api-failure.ts'

const AT_ONCE = 4

export interface BulkFailure<Item> {
  item: Item
  reason: string
}

/** Does the work for every item, a few at a time. A failure does not stop the others. */
export async function runBulk<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<BulkFailure<Item>[]> {
  const failures: BulkFailure<Item>[] = []
  const waiting = [...items]
  let done = 0
  async function runNext(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await work(item)
      } catch (error) {
        failures.push({ item, reason: messageOf(error) })
      }
      done += 1
      onProgress(done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runNext))
  return failures
}
