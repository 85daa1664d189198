export interface PhoneCall {
  readonly kind: 'incoming' | 'outgoing'
  /** who is at the other end */
  readonly name: string
  readonly number: string
  readonly phase: 'ringing' | 'talking'
  readonly isMuted: boolean
}

/** Why a call did not come about. */
export type CallProblem = 'microphone' | 'busy' | 'unknown' | 'unavailable' | 'failed'

export interface PhoneState {
  readonly line: 'off' | 'connecting' | 'ready' | 'lost'
  readonly call: PhoneCall | undefined
  /** of the last call */
  readonly problem: CallProblem | undefined
}

export const initialPhoneState: PhoneState = { line: 'off', call: undefined, problem: undefined }

const problems: Readonly<Record<number, CallProblem>> = {
  404: 'unknown',
  480: 'unavailable',
  486: 'busy',
  600: 'busy',
}

/** By the status of the SIP response. */
export const problemOf = (status: number | undefined): CallProblem => problems[status ?? 0] ?? 'failed'
