import type { PbxAddress } from '../pbx.ts'
import type { Fallback } from './call-plan.ts'
import type { BeforeMessage, CallStep } from './call-state.ts'

/** Forwarding from number to number ends here: two could point at each other. */
const MAX_FORWARDS = 5

/** The call goes to a number that a setting names; undefined if there is none, or the call was forwarded too often. */
export function forwardCall(
  forwards: number,
  from: PbxAddress,
  to: Fallback,
  greeting?: BeforeMessage,
): CallStep | undefined {
  if (to.number === '' || forwards >= MAX_FORWARDS) return undefined
  return {
    state: { at: 'planning', forwards: forwards + 1, ...(greeting && { greeting }) },
    commands: [{ do: 'forward', from, to }],
  }
}
