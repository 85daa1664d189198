import type { CallInput, CallState } from '../../calls/flow/call-state.ts'
import type { CallParty } from '../pbx.ts'

export interface RunningCall {
  /** the channel of the caller */
  readonly id: string
  readonly caller: CallParty
  /** the number that the caller has dialled; undefined: not known */
  readonly dialled?: string | undefined
  state: CallState
  timer: NodeJS.Timeout | undefined
}

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
