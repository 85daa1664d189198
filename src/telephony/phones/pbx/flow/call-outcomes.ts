/**
 * How a phone responded to a call. `cancelled`: the caller hung up first; `not_permitted`, `over_limit`: a number
 * outside was not called, by the rules for such calls.
 */
export const calledOutcomes = [
  'answered',
  'answered_elsewhere',
  'busy',
  'no_answer',
  'unavailable',
  'cancelled',
  'not_permitted',
  'over_limit',
] as const

export type CalledOutcome = (typeof calledOutcomes)[number]

/** How a call went in the end. */
export const callResults = [
  'answered',
  'busy',
  'no_answer',
  'unavailable',
  'cancelled',
  'voicemail',
  'unknown_number',
  'over_limit',
  'not_permitted',
  'failed',
] as const

export type CallResult = (typeof callResults)[number]
