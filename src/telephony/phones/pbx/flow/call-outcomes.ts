/**
 * How a phone responded to a call. `cancelled`: the caller hung up first; `rejected`: a provider refused the call;
 * `not_permitted`, `over_limit`: a number outside was not called, by the rules for such calls; `blocked`: it did not
 * ring, since the caller may not call.
 */
export const calledOutcomes = [
  'answered',
  'answered_elsewhere',
  'busy',
  'no_answer',
  'unavailable',
  'cancelled',
  'rejected',
  'not_permitted',
  'over_limit',
  'blocked',
] as const

export type CalledOutcome = (typeof calledOutcomes)[number]

/**
 * How a call went in the end. `callback`: the caller hung up to be called back by a queue. `blocked_number`,
 * `blocked_anonymous`: a caller outside was refused.
 */
export const callResults = [
  'answered',
  'busy',
  'no_answer',
  'unavailable',
  'cancelled',
  'voicemail',
  'callback',
  'unknown_number',
  'rejected',
  'over_limit',
  'not_permitted',
  'blocked_number',
  'blocked_anonymous',
  'failed',
] as const

export type CallResult = (typeof callResults)[number]
