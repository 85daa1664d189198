import { isExternal } from '../../call-party.ts'
import type { CallTarget } from '../../flow/call-plan.ts'
import type { CallInput, CallState } from '../../flow/call-state.ts'
import type { CallParty } from '../../pbx.ts'

export interface RunningCall {
  /** the channel of the caller */
  readonly id: string
  caller: CallParty
  /** the number that the caller has dialled; undefined: not known */
  readonly dialled?: string | undefined
  state: CallState
  timer: NodeJS.Timeout | undefined
  /** who has answered */
  answeredBy?: CallTarget
  /** The caller hears somebody who has not answered. */
  isEarly?: boolean
}

/** The bridge in which the caller hears a provider before anybody answers. */
export const earlyBridgeOf = (call: string) => `early-${call}`

/** The calls of an Asterisk that have not ended. */
export interface RunningCalls {
  readonly byCaller: Map<string, RunningCall>
  /** by the channel of a leg */
  readonly byLeg: Map<string, RunningCall>
}

export const createRunningCalls = (): RunningCalls => ({ byCaller: new Map(), byLeg: new Map() })

export function addRunningCall(
  { byCaller }: RunningCalls,
  id: string,
  caller: CallParty,
  state: CallState,
  dialled?: string,
): RunningCall {
  const call = { id, caller, dialled, state, timer: undefined }
  byCaller.set(id, call)
  return call
}

/** Tells a call what has happened. */
export type FeedCall = (call: RunningCall, input: CallInput) => void

/** One end of a call in which both ends talk. */
export interface CallEnd {
  readonly call: RunningCall
  /** Whether it is the one that has called. */
  readonly isCaller: boolean
  /** the channel of the other end */
  readonly other: string
}

export function callEndAt({ byCaller, byLeg }: RunningCalls, channel: string): CallEnd | undefined {
  const call = byCaller.get(channel) ?? byLeg.get(channel)
  if (call?.state.at !== 'talking') return undefined
  const isCaller = call.id === channel
  if (!isCaller && call.state.leg !== channel) return undefined
  return { call, isCaller, other: isCaller ? call.state.leg : call.id }
}

/** Somebody who talks, as a target of a call. */
export const targetOf = (party: CallParty): CallTarget =>
  isExternal(party)
    ? { kind: 'trunk', trunk: party.trunk, number: party.number, callerId: party }
    : { kind: 'phone', address: party }
