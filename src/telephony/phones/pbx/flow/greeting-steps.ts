import type { RingPlan } from './call-plan.ts'
import type { AtGreeting, BeforeMessage, CallStep } from './call-state.ts'

/** Nobody took the call: the caller hears the greeting, if there is one, and can leave a message. */
export function playGreeting(
  { greeting, keys }: RingPlan,
  why: keyof RingPlan['fallback'],
  place: Pick<AtGreeting, 'forwards' | 'mailbox' | 'outcome'>,
): CallStep {
  const numbers = keys?.numbers[why] ?? {}
  const hasPrompt = keys?.hasPrompt === true && Object.keys(numbers).length > 0
  const opensMailbox = keys?.opensMailbox ?? false
  const at: AtGreeting = { ...place, numbers, hasPrompt, opensMailbox, playing: 'greeting' }
  if (!greeting) return afterGreeting(at)
  return { state: { at: 'greeting', ...at }, commands: [{ do: 'play', sound: greeting }] }
}

/** Tones may say that a key can be pressed. */
export const afterGreeting = (at: AtGreeting): CallStep =>
  at.hasPrompt
    ? {
        state: { ...at, at: 'greeting', playing: 'prompt' },
        commands: [{ do: 'play', sound: 'choose' }],
      }
    : leaveMessage(at)

export const leaveMessage = ({ mailbox, outcome }: BeforeMessage): CallStep => ({
  state: { at: 'recording', outcome },
  commands: [{ do: 'record', mailbox }],
})
