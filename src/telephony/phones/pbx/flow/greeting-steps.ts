import type { RingPlan } from './call-plan.ts'
import type { AtGreeting, BeforeMessage, CallStep } from './call-state.ts'

/** Nobody took the call: the caller hears the greeting, if there is one, and can leave a message. */
export function playGreeting(
  { greeting, keys, language }: RingPlan,
  why: keyof RingPlan['fallback'],
  place: Pick<AtGreeting, 'forwards' | 'mailbox' | 'outcome'>,
): CallStep {
  const numbers = keys?.numbers[why] ?? {}
  const hasPrompt = keys?.hasPrompt === true && Object.keys(numbers).length > 0
  const opensMailbox = keys?.opensMailbox ?? false
  const at: AtGreeting = { ...place, language, numbers, hasPrompt, opensMailbox, playing: 'greeting' }
  if (!greeting && language === undefined) return afterGreeting(at)
  const sound = greeting ?? ({ say: 'leave_message', language } as const)
  return { state: { at: 'greeting', ...at }, commands: [{ do: 'play', sound }] }
}

/** Words or tones may say that a key can be pressed. */
export const afterGreeting = (at: AtGreeting): CallStep =>
  at.hasPrompt
    ? {
        state: { ...at, at: 'greeting', playing: 'prompt' },
        commands: [{ do: 'play', sound: { say: 'greeting_keys', language: at.language } }],
      }
    : leaveMessage(at)

export const leaveMessage = ({ mailbox, outcome, language }: BeforeMessage): CallStep => ({
  state: { at: 'recording', outcome, language },
  commands: [{ do: 'record', mailbox }],
})
