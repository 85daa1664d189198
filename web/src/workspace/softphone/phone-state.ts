export interface PhoneCall {
  /** tells the calls of this page apart */
  readonly id: number
  readonly kind: 'incoming' | 'outgoing'
  /** who is at the other end */
  readonly name: string
  readonly number: string
  readonly phase: 'ringing' | 'talking'
  /** when the talking began; undefined while it rings */
  readonly answeredAt: number | undefined
  readonly isMuted: boolean
  readonly isHeld: boolean
  /** The PBX was asked to connect the other end with somebody else. */
  readonly isTransferring: boolean
  readonly recording: CallRecording
}

export interface CallRecording {
  readonly isOn: boolean
  /** The settings of the extension allow to begin or end it. */
  readonly canChange: boolean
  /** The button was pressed, and the PBX has not done it yet. */
  readonly isChanging: boolean
}

/** Why a call was not connected, or what did not work during a call. */
type CallProblem =
  | 'microphone'
  | 'busy'
  | 'unknown'
  | 'unavailable'
  | 'failed'
  | 'inCall'
  | 'hold'
  | 'keys'
  | 'recording'
  | 'transfer'

export interface PhoneState {
  readonly line: 'off' | 'connecting' | 'ready' | 'lost'
  readonly call: PhoneCall | undefined
  /** beside it: on hold, or ringing */
  readonly second: PhoneCall | undefined
  /** of the current or the last call */
  readonly problem: CallProblem | undefined
}

export const initialPhoneState: PhoneState = {
  line: 'off',
  call: undefined,
  second: undefined,
  problem: undefined,
}

let lastId = 0

export function newCall(kind: PhoneCall['kind'], number: string, name = number): PhoneCall {
  lastId += 1
  return {
    id: lastId,
    kind,
    number,
    name,
    phase: 'ringing',
    answeredAt: undefined,
    isMuted: false,
    isHeld: false,
    isTransferring: false,
    recording: { isOn: false, canChange: false, isChanging: false },
  }
}

/** Somebody calls, and nobody has answered yet. */
export const isIncoming = (call: PhoneCall | undefined): boolean =>
  call?.kind === 'incoming' && call.phase === 'ringing'

const problems: Readonly<Record<number, CallProblem>> = {
  404: 'unknown',
  480: 'unavailable',
  486: 'busy',
  600: 'busy',
}

/** By the status of the SIP response. */
export const problemOf = (status: number | undefined): CallProblem => problems[status ?? 0] ?? 'failed'
