import type { AnnouncementName } from './announcement-names.ts'
import { hangUpCauses } from './call-plan.ts'
import type { CallInput, CallStep, InDirectory, StateAt } from './call-state.ts'
import { after, ended, failed, stay } from './call-steps.ts'
import type { DirectoryPlan } from './directory-plan.ts'
import { forwardCall } from './forward-call.ts'

/** For the first letter, and for a key after a name. */
const WAIT_SECONDS = 5
/** Between letters. */
const LETTER_SECONDS = 3
const MAX_LETTERS = 20

const TAKE = '1'
const NEXT = '*'

type Start = Pick<InDirectory, 'forwards' | 'plan' | 'failures'>

export const enterDirectory = (forwards: number, plan: DirectoryPlan): CallStep =>
  ask({ forwards, plan, failures: 0 }, 'directory')

/** The caller dials letters, hears the names that begin so, and chooses one. Keys then: 1 connects, * is the next. */
export function stepDirectory(state: StateAt<'directory'>, input: CallInput): CallStep {
  switch (input.kind) {
    case 'callerEnded':
      return ended('cancelled')
    case 'failed':
      return failed
    case 'played':
      return goOn(state)
    case 'digit': {
      const step = press(state, input.digit)
      const isPlaying = ['asking', 'naming', 'offering'].includes(state.step)
      return step && isPlaying ? after([{ do: 'stopPlaying' }], step) : (step ?? stay(state))
    }
    case 'timeout':
      if (state.step === 'choosing') return search(state, state.skipped + 1)
      if (state.step !== 'dialling') return stay(state)
      return state.digits === '' ? fail(state, 'directory') : search(state, 0)
    case 'nameFound':
      return state.step === 'searching' ? offer({ ...state, person: input.person }) : stay(state)
    case 'answered':
      return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
    default:
      return stay(state)
  }
}

/** A sound is over. */
function goOn(state: InDirectory): CallStep {
  const { plan, step } = state
  if (step === 'naming') {
    return {
      state: { ...state, at: 'directory', step: 'offering' },
      commands: [{ do: 'play', sound: { say: 'directory_choose', language: plan.language } }],
    }
  }
  const next = step === 'asking' ? 'dialling' : step === 'offering' ? 'choosing' : step
  const commands = next === step ? [] : [{ do: 'wait', seconds: WAIT_SECONDS } as const]
  return { state: { ...state, at: 'directory', step: next }, commands }
}

/** Undefined if the key means nothing. */
function press(state: InDirectory, digit: string): CallStep | undefined {
  const { digits, person, skipped, step } = state
  if (step === 'searching') return undefined
  if (step === 'asking' || step === 'dialling') return dial(state, digits, digit)
  if (digit === NEXT) return search(state, skipped + 1)
  if (digit !== TAKE || !person) return undefined
  const { address } = person
  return {
    // A caller chooses each time, so the call cannot loop unattended.
    state: { at: 'planning', forwards: 0 },
    commands: [
      {
        do: 'forward',
        from: address,
        to: { number: String(address.number), prefix: '' },
        extensionOnly: true,
      },
    ],
  }
}

/** `#` or a pause ends the letters; `*` begins anew. */
function dial(state: InDirectory, before: string, digit: string): CallStep {
  if (digit === '#') return before === '' ? fail(state, 'directory_nobody') : search(state, 0)
  const digits = digit === '*' ? '' : before + digit
  if (digits.length === MAX_LETTERS) return search({ ...state, digits }, 0)
  return {
    state: { ...state, at: 'directory', digits, step: 'dialling' },
    commands: [{ do: 'wait', seconds: digits === '' ? WAIT_SECONDS : LETTER_SECONDS }],
  }
}

const search = (state: InDirectory, skipped: number): CallStep => ({
  state: { ...state, at: 'directory', skipped, step: 'searching' },
  commands: [{ do: 'findName', plan: state.plan, digits: state.digits, skipped }],
})

/** Plays the name, or else the number. */
function offer(state: InDirectory): CallStep {
  const { person, plan, skipped } = state
  if (!person) return fail(state, skipped === 0 ? 'directory_nobody' : 'directory_no_more')
  const { name, address } = person
  return {
    state: { ...state, at: 'directory', step: 'naming' },
    commands: [
      {
        do: 'play',
        sound: name ?? { say: 'extension', digits: String(address.number), language: plan.language },
      },
    ],
  }
}

/** The caller has found nobody: another try, and after the last the call goes to another number, or ends. */
function fail({ forwards, plan, failures }: Start, say: AnnouncementName): CallStep {
  if (failures + 1 < plan.tries) return ask({ forwards, plan, failures: failures + 1 }, say)
  return (
    forwardCall(forwards, plan.callee, { number: plan.destination, prefix: '' }) ??
    ended('no_answer', { do: 'endCaller', cause: hangUpCauses.normal })
  )
}

const ask = ({ forwards, plan, failures }: Start, say: AnnouncementName): CallStep => ({
  state: { at: 'directory', forwards, plan, failures, digits: '', skipped: 0, step: 'asking' },
  commands: [{ do: 'play', sound: { say, language: plan.language } }],
})
