import { type ConferencePlan, hangUpCauses } from './call-plan.ts'
import type { CallInput, CallStep, StateAt } from './call-state.ts'
import { announce, ended, failed, stay } from './call-steps.ts'
import { askForPin, MAX_WRONG_PINS } from './mailbox-steps.ts'

export const enterConference = (plan: ConferencePlan): CallStep =>
  plan.needsPin ? askForPin(plan, 0) : enterRoom(plan, plan.isModerator)

export const openRoom = (plan: ConferencePlan, pin: string, wrong: number): CallStep => ({
  state: { at: 'enteringRoom', plan, wrong },
  commands: [{ do: 'openRoom', plan, pin }],
})

function enterRoom(plan: ConferencePlan, isModerator: boolean): CallStep {
  const visit = { plan, isModerator, since: plan.at }
  return { state: { at: 'inRoom', ...visit }, commands: [{ do: 'enterRoom', visit }] }
}

/** We are checking the PIN. After the third wrong one, the call is over. */
export function stepEnteringRoom({ plan, wrong, at }: StateAt<'enteringRoom'>, input: CallInput): CallStep {
  if (input.kind === 'callerEnded') return ended('answered')
  if (input.kind === 'failed') return failed
  if (input.kind !== 'roomOpened') return stay({ at, plan, wrong })
  if (input.isModerator !== undefined) return enterRoom(plan, input.isModerator)
  if (wrong + 1 < MAX_WRONG_PINS) return askForPin(plan, wrong + 1)
  return announce({ say: 'not_permitted', language: plan.language }, 'not_permitted', hangUpCauses.rejected)
}

/** The caller talks with the others, until one of them leaves or the conference ends. Without others, there is music. */
export function stepInRoom(state: StateAt<'inRoom'>, input: CallInput): CallStep {
  const { plan, isPlaying } = state
  switch (input.kind) {
    case 'callerEnded':
      return ended('answered')
    case 'roomQuiet': {
      const say = input.isAlone ? 'conference_alone' : 'conference_waiting'
      return {
        state: { ...state, isPlaying: true },
        commands: [{ do: 'play', sound: { say, language: plan.language } }],
      }
    }
    case 'roomTalks':
      return { state: { ...state, isPlaying: false }, commands: isPlaying ? [{ do: 'stopPlaying' }] : [] }
    case 'played':
    case 'failed':
      if (!isPlaying) return input.kind === 'failed' ? failed : stay(state)
      return {
        state: { ...state, isPlaying: false },
        commands: [{ do: 'playMusic', music: plan.music }],
      }
    case 'roomClosed':
      return ended('answered', { do: 'endCaller', cause: hangUpCauses.normal })
    case 'answered':
      return { state, commands: [{ do: 'endLeg', leg: input.leg }] }
    default:
      return stay(state)
  }
}
