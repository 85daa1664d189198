import type { CallStatus, PbxAddress } from '../pbx.ts'
import { formatAddress } from '../pbx-address.ts'
import type { Call } from './read-kamailio-answers.ts'

/** The status of an address with several calls is the first of these that one of them has. */
const precedence: readonly CallStatus[] = ['in_call', 'on_hold', 'ringing']

/** Derives the status of an address from calls, which have two ends each. */
export function createCallWatch(tell: (address: PbxAddress, status: CallStatus) => void) {
  const calls = new Map<string, Call>()
  const told = new Map<string, CallStatus>()

  function look(address: PbxAddress): void {
    const name = formatAddress(address)
    const status = statusOf(name)
    if ((told.get(name) ?? 'idle') === status) return
    if (status === 'idle') told.delete(name)
    else told.set(name, status)
    tell(address, status)
  }

  function statusOf(name: string): CallStatus {
    const mine = [...calls.values()].filter(({ caller, callee }) => {
      return formatAddress(caller) === name || formatAddress(callee) === name
    })
    return precedence.find((status) => mine.some((call) => call.status === status)) ?? 'idle'
  }

  return {
    change(call: Call): void {
      if (call.status === 'idle') calls.delete(call.id)
      else calls.set(call.id, call)
      look(call.caller)
      look(call.callee)
    },
    /** Replaces all calls. Other addresses of `everybody` are idle. */
    replaceAll(now: readonly Call[], everybody: readonly PbxAddress[]): void {
      const ends = [...calls.values(), ...now].flatMap(({ caller, callee }) => [caller, callee])
      calls.clear()
      for (const call of now) if (call.status !== 'idle') calls.set(call.id, call)
      for (const address of ends) look(address)
      for (const address of everybody) if (!told.has(formatAddress(address))) tell(address, 'idle')
    },
  }
}
