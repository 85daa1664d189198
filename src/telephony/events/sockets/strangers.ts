import type { Tally } from '../../../platform/tally.ts'

/** A connection that has not said who it is. */
export interface Stranger {
  readonly network: string
  /** its credentials are being looked at */
  isBusy: boolean
  hangUp(): void
}

export interface StrangerLimits {
  /** in this process */
  readonly all: number
  /** of one network, on all nodes: see network-of.ts */
  readonly perNetwork: number
}

export interface Strangers {
  /** Whether one more may come. For that, one who has been silent for longer may have to go. */
  admit(network: string): Promise<boolean>
  add(stranger: Stranger): void
  /** It is known now, or gone. */
  remove(stranger: Stranger): void
}

/**
 * Whoever opens connections and says nothing takes their own places first, and never those of others: of too many,
 * the oldest silent one of the network that has the most is hung up on. A node can do that with its own only.
 */
export function createStrangers({ all, perNetwork }: StrangerLimits, tally: Tally): Strangers {
  /** in the order in which they came */
  const byNetwork = new Map<string, Set<Stranger>>()
  let count = 0

  function remove(stranger: Stranger): void {
    const others = byNetwork.get(stranger.network)
    if (!others?.delete(stranger)) return
    count -= 1
    tally.release(stranger.network)
    if (others.size === 0) byNetwork.delete(stranger.network)
  }

  function makeRoom(candidates: Iterable<Stranger>): boolean {
    for (const stranger of candidates) {
      if (stranger.isBusy) continue
      remove(stranger)
      stranger.hangUp()
      return true
    }
    return false
  }

  function* largestFirst(): Iterable<Stranger> {
    for (const group of [...byNetwork.values()].sort((one, other) => other.size - one.size)) yield* group
  }

  return {
    async admit(network) {
      if (!(await tally.hasRoom(network, perNetwork))) return makeRoom(byNetwork.get(network) ?? [])
      return count < all || makeRoom(largestFirst())
    },
    add(stranger) {
      const group = byNetwork.get(stranger.network)
      if (group) group.add(stranger)
      else byNetwork.set(stranger.network, new Set([stranger]))
      count += 1
      tally.add(stranger.network)
    },
    remove,
  }
}
