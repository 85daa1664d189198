import type { CallResult } from './call-outcomes.ts'
import { hangUpCauses } from './call-plan.ts'
import type { Announcement } from './call-sound.ts'
import type { CallCommand, Called, CallState, CallStep } from './call-state.ts'

/** The call ends. */
export const ended = (result: CallResult, ...commands: CallCommand[]): CallStep => ({
  state: { at: 'ended', result },
  commands,
})

export const failed = ended('failed', { do: 'endCaller', cause: hangUpCauses.failure })

/** The call ends after the caller has heard why. A call that nobody has answered stays unanswered. */
export const announce = (says: Announcement, result: CallResult, cause: number): CallStep => ({
  state: { at: 'announcing', result, cause },
  commands: [{ do: 'play', sound: says, isEarly: true }],
})

/** Nothing is done. */
export const stay = (state: CallState): CallStep => ({ state, commands: [] })

/** A step at which we know how phones responded. */
export const calling = (called: readonly Called[], step: CallStep): CallStep => ({
  ...step,
  called: [...called, ...(step.called ?? [])],
})

/** A step that begins with other commands. */
export const after = (commands: readonly CallCommand[], step: CallStep): CallStep => ({
  ...step,
  commands: [...commands, ...step.commands],
})
