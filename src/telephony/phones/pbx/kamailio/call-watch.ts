import { createCallStatuses } from '../call-statuses.ts'
import type { CallStatus, PbxAddress } from '../pbx.ts'
import { formatAddress } from '../pbx-address.ts'
import type { Call } from './read-kamailio-answers.ts'

/** Derives the status of an address from calls, which have two ends each. */
export function createCallWatch(report: (address: PbxAddress, status: CallStatus) => void) {
  const calls = new Map<string, Call>()
  const isAt = (name: string) => (address: PbxAddress) => formatAddress(address) === name
  const statuses = createCallStatuses(
    (name) =>
      [...calls.values()]
        .filter(({ caller, callee }) => [caller, callee].some(isAt(name)))
        .map(({ status }) => status),
    report,
  )

  return {
    change(call: Call): void {
      if (call.status === 'idle') calls.delete(call.id)
      else calls.set(call.id, call)
      statuses.update(call.caller)
      statuses.update(call.callee)
    },
    /** Replaces all calls. Other addresses of `everybody` are idle. */
    replaceAll(now: readonly Call[], everybody: readonly PbxAddress[]): void {
      const ends = [...calls.values(), ...now].flatMap(({ caller, callee }) => [caller, callee])
      calls.clear()
      for (const call of now) if (call.status !== 'idle') calls.set(call.id, call)
      for (const address of ends) statuses.update(address)
      statuses.reportIdle(everybody)
    },
  }
}
