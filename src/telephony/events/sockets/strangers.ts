import type { Tally } from '../../../platform/limits/tally.ts'

/** A connection that has not authenticated. */
export interface Stranger {
  readonly network: string
  /** its credentials are being checked */
  isBusy: boolean
  hangUp(): void
}

export interface StrangerLimits {
  /** in this process */
  readonly all: number
  /** per network, on all nodes: see network-of.ts */
  readonly perNetwork: number
}

export interface Strangers {
  /** Whether one more connection is allowed. An older silent one may be closed to make room. */
  admit(network: string): Promise<boolean>
  add(stranger: Stranger): void
  /** The connection has authenticated, or closed. */
  remove(stranger: Stranger): void
}

/**
 * Clients that open connections without authenticating compete among themselves: with too many, the oldest silent
 * connection of the network with the most is closed. A node can close only its own.
 */
export function createStrangers({ all, perNetwork }: StrangerLimits, tally: Tally): Strangers {
  /** in order of arrival */
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
