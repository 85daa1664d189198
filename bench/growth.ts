import { growByConnections } from './growth/by-connections.ts'
import { growByMessages } from './growth/by-messages.ts'
import { growBySubscribers } from './growth/by-subscribers.ts'

const SECONDS = 3

/** `most` leaves out what is larger; `keptIn` is a folder in which the filled databases stay for the next run. */
export async function benchGrowth({
  isQuick,
  most = Number.POSITIVE_INFINITY,
  keptIn,
}: {
  isQuick: boolean
  most?: number
  keptIn?: string
}): Promise<void> {
  const limit = isQuick ? Math.min(most, 100_000) : most
  const sizes = (all: number[], least: number) => all.filter((size) => size <= Math.max(limit, least))
  const seconds = isQuick ? 1 : SECONDS
  await growByMessages(sizes([10_000, 100_000, 1_000_000, 10_000_000], 10_000), seconds, keptIn)
  await growBySubscribers(sizes(isQuick ? [10, 1000] : [10, 1000, 10_000, 100_000], 1000), seconds, keptIn)
  await growByConnections(sizes(isQuick ? [100, 1000] : [100, 1000, 10_000], 100), seconds, keptIn)
}
