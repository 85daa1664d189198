import { growByConnections } from './growth/by-connections.ts'
import { growByMessages } from './growth/by-messages.ts'
import { growBySubscribers } from './growth/by-subscribers.ts'

const SECONDS = 3

/** `most` leaves out what is larger; `keptIn` is a folder in which the filled databases stay for the next run. */
export interface GrowthOptions {
  isQuick: boolean
  most?: number
  keptIn?: string
}

type Grow = (sizes: readonly number[], seconds: number, keptIn: string | undefined) => Promise<void>

const bench =
  (grow: Grow, usual: number[], quick: number[]) =>
  ({ isQuick, most = Number.POSITIVE_INFINITY, keptIn }: GrowthOptions): Promise<void> => {
    const all = isQuick ? quick : usual
    return grow(
      all.filter((size) => size <= Math.max(most, all[0]!)),
      isQuick ? 1 : SECONDS,
      keptIn,
    )
  }

/** One after the other, since the largest organization takes ten minutes to fill. */
export const growthBenches = {
  messages: bench(growByMessages, [10_000, 100_000, 1_000_000, 10_000_000], [10_000, 100_000]),
  subscribers: bench(growBySubscribers, [10, 1000, 10_000, 100_000], [10, 1000]),
  connections: bench(growByConnections, [100, 1000, 10_000], [100, 1000]),
}
