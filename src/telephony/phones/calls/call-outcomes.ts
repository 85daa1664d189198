/** How a phone responded to a call. `cancelled`: the caller hung up first. */
export const calledOutcomes = [
  'answered',
  'answered_elsewhere',
  'busy',
  'no_answer',
  'unavailable',
  'cancelled',
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
  'failed',
] as const

export type CallResult = (typeof callResults)[number]
