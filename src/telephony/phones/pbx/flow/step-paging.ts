import { hangUpCauses, type PagePlan } from './call-plan.ts'
import type { CallInput, CallStep, StateAt } from './call-state.ts'
import { announce, calling, ended, failed, stay } from './call-steps.ts'

/** Somebody may have put the handset beside the phone. */
const MAX_PAGE_SECONDS = 600

export function enterPage(plan: PagePlan): CallStep {
  const { targets, busy, language } = plan
  const called = busy.map((target) => ({ target, outcome: 'busy' }) as const)
  if (targets.length === 0) return calling(called, nobodyHears(language))
  return calling(called, {
    state: { at: 'paging', language },
    commands: [
      { do: 'page', plan },
      { do: 'wait', seconds: MAX_PAGE_SECONDS },
    ],
  })
}

const nobodyHears = (language: string | undefined) =>
  announce({ say: 'unavailable', language }, 'unavailable', hangUpCauses.absent)

/** The phones of a group hear the caller, until the caller hangs up or all of them have. */
export function stepPaging(state: StateAt<'paging'>, input: CallInput): CallStep {
  switch (input.kind) {
    case 'callerEnded':
      return ended('answered')
    case 'failed':
      return failed
    case 'timeout':
      return ended('answered', { do: 'endCaller', cause: hangUpCauses.normal })
    case 'pageOver':
      return input.wasHeard
        ? ended('answered', { do: 'endCaller', cause: hangUpCauses.normal })
        : nobodyHears(state.language)
    case 'answered':
      return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
    default:
      return stay(state)
  }
}
