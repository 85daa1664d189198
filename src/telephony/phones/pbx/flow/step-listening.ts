import type { AnnouncementName } from './announcement-names.ts'
import { hangUpCauses } from './call-plan.ts'
import type { CallCommand, CallInput, CallStep, StateAt } from './call-state.ts'
import { after, ended, failed, stay } from './call-steps.ts'
import { listen, playMessage } from './mailbox-steps.ts'

/** After a message, before the next one. */
const WAIT_SECONDS = 5

type State = StateAt<'listening'>

/** The caller hears the messages one after the other. Keys: 1 again, 2 next, 3 delete. */
export function stepListening(state: State, input: CallInput): CallStep {
  switch (input.kind) {
    case 'callerEnded':
      return ended(state.missed ?? 'answered')
    case 'failed':
      return failed
    case 'played':
      return goOn(state, input.hasFailed ?? false)
    case 'timeout':
      return state.playing === undefined ? listen({ ...state, index: state.index + 1 }) : stay(state)
    case 'digit': {
      const step = press(state, input.digit)
      return step && state.playing ? after([{ do: 'stopPlaying' }], step) : (step ?? stay(state))
    }
    default:
      return stay(state)
  }
}

/** A message that was heard to its end is read. The keys are explained, and there is time to press one. */
function goOn(state: State, hasFailed: boolean): CallStep {
  const { playing } = state
  if (playing === 'over') {
    return ended(state.missed ?? 'answered', { do: 'endCaller', cause: hangUpCauses.normal })
  }
  if (playing === 'introduction') return playMessage(state)
  if (playing === 'menu') {
    return { state: { ...state, playing: undefined }, commands: [{ do: 'wait', seconds: WAIT_SECONDS }] }
  }
  if (playing === undefined) return stay(state)
  const read = hasFailed ? [] : [ofMessage(state, 'markAsRead')]
  const menu = { say: 'message_menu', language: state.language } as const
  return { state: { ...state, playing: 'menu' }, commands: [...read, { do: 'play', sound: menu }] }
}

/** Undefined if the key means nothing. */
function press(state: State, digit: string): CallStep | undefined {
  if (state.playing === 'over') return undefined
  const next = (say: AnnouncementName) => listen({ ...state, index: state.index + 1 }, { say })
  if (digit === '1') return playMessage(state)
  if (digit === '2') return after([ofMessage(state, 'markAsRead')], next('message_saved'))
  if (digit === '3') return after([ofMessage(state, 'deleteMessage')], next('message_deleted'))
  return undefined
}

const ofMessage = (
  { mailbox, messages, index }: State,
  action: 'markAsRead' | 'deleteMessage',
): CallCommand => ({
  do: action,
  mailbox,
  message: messages[index]!,
})
