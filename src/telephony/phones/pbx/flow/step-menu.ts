import type { CallInput, CallStep, InMenu, StateAt } from './call-state.ts'
import { after, ended, failed, stay } from './call-steps.ts'
import { tryAgain } from './menu-steps.ts'

/** Between the digits of a number. */
const DIGIT_SECONDS = 3
const MAX_NUMBER_LENGTH = 6

/** The caller hears a prompt and presses keys. A key stops the prompt. */
export function stepMenu(state: StateAt<'menu'>, input: CallInput): CallStep {
  switch (input.kind) {
    case 'callerEnded':
      return ended('cancelled')
    case 'failed':
      return failed
    case 'played':
      if (!state.isPlaying) return stay(state)
      return {
        state: { ...state, isPlaying: false },
        commands: [{ do: 'wait', seconds: state.plan.seconds }],
      }
    case 'digit': {
      const step = press(state, input.digit)
      return state.isPlaying ? after([{ do: 'stopPlaying' }], step) : step
    }
    case 'timeout':
      return state.digits === '' ? tryAgain(state, 'silent') : choose(state)
    default:
      return stay(state)
  }
}

/** Without direct dialling every key counts at once. With it, a number may follow: `#` or a pause ends it. */
function press(state: InMenu, digit: string): CallStep {
  const isEnd = digit === '#' && state.digits !== ''
  const pressed: InMenu = { ...state, isPlaying: false, digits: isEnd ? state.digits : state.digits + digit }
  const isNumber = state.plan.directDial && /^\d+$/.test(pressed.digits)
  if (isEnd || !isNumber || pressed.digits.length === MAX_NUMBER_LENGTH) return choose(pressed)
  return { state: { at: 'menu', ...pressed }, commands: [{ do: 'wait', seconds: DIGIT_SECONDS }] }
}

/** The key leads to its number, more digits to an extension. */
function choose(menu: InMenu): CallStep {
  const { plan, digits } = menu
  const option = plan.options[digits]
  const extension = plan.directDial && digits.length > 1
  const number = option ?? (extension ? digits : undefined)
  if (number === undefined) return tryAgain(menu, 'wrong')
  return {
    // A caller chooses each time, so the call cannot loop unattended.
    state: { at: 'planning', forwards: 0, menu },
    commands: [
      {
        do: 'forward',
        from: plan.callee,
        to: { number, prefix: '' },
        ...(option === undefined && { extensionOnly: true }),
      },
    ],
  }
}
