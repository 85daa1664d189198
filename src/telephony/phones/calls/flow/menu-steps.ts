import { hangUpCauses, type MenuPlan } from '../call-plan.ts'
import type { CallStep, InMenu } from './call-state.ts'
import { ended } from './call-steps.ts'
import { MOST_FORWARDS } from './most-forwards.ts'

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
export function tryAgain(menu: InMenu, why: keyof MenuPlan['instead']): CallStep {
  const { forwards, plan, played } = menu
  if (played < plan.tries) return enterMenu(menu)
  const to = plan.instead[why]
  // Menus can point at each other, and nobody may be listening.
  if (to.number === '' || forwards >= MOST_FORWARDS) {
    return ended('no_answer', { do: 'endCaller', cause: hangUpCauses.normal })
  }
  return {
    state: { at: 'planning', forwards: forwards + 1 },
    commands: [{ do: 'forward', from: plan.callee, to }],
  }
}
