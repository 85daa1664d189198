import type { PbxAddress } from '../pbx.ts'
import { formatAddress } from './read-kamailio-answers.ts'

/** One change of an address after the other, so that none puts back a row which another has replaced. */
export function createAddressLanes() {
  const last = new Map<string, Promise<void>>()
  return async <Result>(address: PbxAddress, work: () => Promise<Result>): Promise<Result> => {
    const name = formatAddress(address)
    const mine = (last.get(name) ?? Promise.resolve()).then(work)
    const end = mine.then(
      () => {},
      () => {},
    )
    last.set(name, end)
    try {
      return await mine
    } finally {
      if (last.get(name) === end) last.delete(name)
    }
  }
}
