import { hangUpCauses, type MenuPlan } from './call-plan.ts'
import type { CallStep, InMenu } from './call-state.ts'
import { ended } from './call-steps.ts'
import { forwardCall } from './forward-call.ts'

/** Plays the prompt, for the first time or again. */
export const enterMenu = ({
  forwards,
  plan,
  played,
}: Pick<InMenu, 'forwards' | 'plan' | 'played'>): CallStep => ({
  state: { at: 'menu', forwards, plan, played: played + 1, digits: '', isPlaying: true },
  commands: [{ do: 'play', sound: plan.prompt ?? 'ready' }],
})

/** The caller pressed nothing, or something wrong: the prompt again, and after the last time another number. */
export function tryAgain(menu: InMenu, why: keyof MenuPlan['fallback']): CallStep {
  const { forwards, plan, played } = menu
  if (played < plan.tries) return enterMenu(menu)
  // Menus can point at each other, and nobody may be listening.
  const forwarded = forwardCall(forwards, plan.callee, plan.fallback[why])
  return forwarded ?? ended('no_answer', { do: 'endCaller', cause: hangUpCauses.normal })
}
