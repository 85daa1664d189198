import type { CallResult } from './call-outcomes.ts'
import { hangUpCauses } from './call-plan.ts'
import type { AtStage, CallStep } from './call-state.ts'
import { calling, ended } from './call-steps.ts'
import { outcomesOf } from './ringing-legs.ts'

/** Causes that are the trunk's fault, so that another may do: no route, no response, refused, out of order, congestion. */
const trunkFailures = new Set<number>([
  ...[0, 2, 3, 18, 20, 27, 34, 38, 41, 42, 44, 58, 102, 127],
  hangUpCauses.rejected,
  hangUpCauses.overLimit,
])

export const isTrunkFailure = (cause: number) => trunkFailures.has(cause)

const results: Readonly<Record<number, CallResult>> = {
  [hangUpCauses.unknownNumber]: 'unknown_number',
  [hangUpCauses.busy]: 'busy',
  [hangUpCauses.noAnswer]: 'no_answer',
  28: 'unknown_number',
}

/** The far end has refused the call, and the caller learns why. */
export const passOn = (at: AtStage, cause: number): CallStep =>
  calling(outcomesOf(at, 'no_answer'), ended(results[cause] ?? 'unavailable', { do: 'endCaller', cause }))
