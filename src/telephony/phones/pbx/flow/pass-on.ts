import type { CallResult } from './call-outcomes.ts'
import { hangUpCauses } from './call-plan.ts'
import type { AtStage, CallStep, StateAt } from './call-state.ts'
import { calling, ended } from './call-steps.ts'
import { outcomesOf, withoutLeg } from './ringing-legs.ts'

/** Causes that are the trunk's fault, so that another may do: no route, no response, refused, out of order, congestion. */
const trunkFailures = new Set<number>([
  ...[0, 2, 3, 18, 20, 27, 34, 38, 41, 42, 44, 58, 102, 127],
  hangUpCauses.rejected,
  hangUpCauses.overLimit,
])

export const isTrunkFailure = (cause: number) => trunkFailures.has(cause)

/** A number of a list is called over its next trunk, while the others ring on. Undefined: it has none, or needs none. */
export function ringOver(
  state: StateAt<'ringing'> | StateAt<'looking'>,
  id: string,
  cause: number,
): CallStep | undefined {
  const leg = state.legs.find((one) => one.id === id)
  if (leg?.target.kind !== 'trunk' || leg.isAsked || !isTrunkFailure(cause)) return undefined
  const { target } = leg
  const [next, ...others] = target.others ?? []
  if (!next) return undefined
  const over = { id: `${id}-${others.length}`, target: { ...target, ...next, others } }
  const failed = outcomesOf(withoutLeg(state, id, cause)!, 'no_answer').filter((one) => one.target === target)
  const stages = state.plan.stages.map((stage) => ({
    ...stage,
    targets: stage.targets.map((one) => (one === target ? over.target : one)),
  }))
  const legs = state.legs.map((one) => (one === leg ? over : one))
  return calling(failed, {
    state: { ...state, plan: { ...state.plan, stages }, legs },
    commands: [{ do: 'ringOver', leg: over }],
  })
}

const results: Readonly<Record<number, CallResult>> = {
  [hangUpCauses.unknownNumber]: 'unknown_number',
  [hangUpCauses.busy]: 'busy',
  [hangUpCauses.noAnswer]: 'no_answer',
  28: 'unknown_number',
}

/** The far end has refused the call, and the caller learns why. */
export const passOn = (at: AtStage, cause: number): CallStep =>
  calling(outcomesOf(at, 'no_answer'), ended(results[cause] ?? 'unavailable', { do: 'endCaller', cause }))
