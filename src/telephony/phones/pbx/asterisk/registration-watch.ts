import type { PbxAddress, SubscriberState } from '../pbx.ts'
import { formatAddress } from '../pbx-address.ts'

export interface RegistrationWatchUse {
  isRegistered(address: PbxAddress): Promise<boolean>
  tell(address: PbxAddress, state: SubscriberState): void
  /** A query failed, so that reported states may be wrong. */
  onDoubt(error: Error): void
}

/**
 * An event only says that an address has changed. Its state is then queried: an event can be older than our own last
 * change, the response cannot.
 */
export function createRegistrationWatch(use: RegistrationWatchUse) {
  const registered = new Map<string, PbxAddress>()
  const toAsk = new Map<string, PbxAddress>()
  let asking: Promise<void> | undefined
  let replacements = 0

  function learn(address: PbxAddress, isRegistered: boolean): void {
    const name = formatAddress(address)
    if (registered.has(name) === isRegistered) return
    if (isRegistered) registered.set(name, address)
    else registered.delete(name)
    use.tell(address, isRegistered ? 'AUTHENTICATED' : 'UNAUTHENTICATED')
  }

  async function askAll(): Promise<void> {
    for (const [name, address] of toAsk) {
      // Removed first: if it changes during the query, it is queried again.
      toAsk.delete(name)
      try {
        const before = replacements
        const isRegistered = await use.isRegistered(address)
        if (before === replacements) learn(address, isRegistered)
        else toAsk.set(name, address)
      } catch (error) {
        toAsk.clear()
        use.onDoubt(error as Error)
      }
    }
    asking = undefined
  }

  return {
    touch(address: PbxAddress): void {
      toAsk.set(formatAddress(address), address)
      asking ??= askAll()
    },
    /** The state of all addresses, reported even if unchanged, since an event may have been missed. */
    replaceAll(now: readonly PbxAddress[], everybody: readonly PbxAddress[]): void {
      replacements += 1
      const names = new Set(now.map(formatAddress))
      const gone = [...registered.values(), ...everybody].filter((one) => !names.has(formatAddress(one)))
      registered.clear()
      for (const address of new Map(gone.map((one) => [formatAddress(one), one])).values()) {
        use.tell(address, 'UNAUTHENTICATED')
      }
      for (const address of now) learn(address, true)
    },
    /** Resolves when no query is in flight. */
    async settle(): Promise<void> {
      toAsk.clear()
      await asking
    },
  }
}
