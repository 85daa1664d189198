import type { AtStage, CallStep } from './call-state.ts'
import { goElsewhere } from './go-elsewhere.ts'

/** Rings at a stage of the plan. After the last one the call goes elsewhere, by what all of them met. */
export function ringStage({ forwards, plan, stage, wasBusy, hasRung }: AtStage): CallStep {
  const next = plan.stages[stage]
  if (next) {
    return {
      state: { at: 'looking', forwards, plan, stage, wasBusy, hasRung },
      commands: [{ do: 'find', targets: next.targets }],
    }
  }
  if (hasRung) return goElsewhere(forwards, plan, 'noAnswer')
  return goElsewhere(forwards, plan, wasBusy ? 'busy' : 'unavailable')
}
