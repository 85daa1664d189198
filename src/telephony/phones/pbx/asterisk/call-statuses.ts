import type { CallStatus, PbxAddress } from '../pbx.ts'
import { formatAddress } from '../pbx-address.ts'

/** The status of an address with several calls is the first of these that one of them has. */
const precedence: readonly CallStatus[] = ['in_call', 'on_hold', 'ringing']

/** Reports the status of an address when it changes. `statusesAt` returns the statuses of its calls, by its name. */
export function createCallStatuses(
  statusesAt: (name: string) => readonly CallStatus[],
  report: (address: PbxAddress, status: CallStatus) => void,
) {
  const reported = new Map<string, CallStatus>()
  return {
    update(address: PbxAddress): void {
      const name = formatAddress(address)
      const own = statusesAt(name)
      const status = precedence.find((one) => own.includes(one)) ?? 'idle'
      if ((reported.get(name) ?? 'idle') === status) return
      if (status === 'idle') reported.delete(name)
      else reported.set(name, status)
      report(address, status)
    },
    /** Reports all of these that have no call, whatever was reported before. */
    reportIdle(addresses: readonly PbxAddress[]): void {
      for (const address of addresses) if (!reported.has(formatAddress(address))) report(address, 'idle')
    },
  }
}
