import type { PbxAddress } from '../pbx/pbx.ts'

/** Why a call ends, as Q.850 numbers it; Asterisk answers phones with the matching SIP status. */
export const hangUpCauses = {
  unknownNumber: 1,
  normal: 16,
  busy: 17,
  noAnswer: 19,
  absent: 20,
  congestion: 34,
  failure: 38,
} as const

export type HangUpCause = (typeof hangUpCauses)[keyof typeof hangUpCauses]

export interface CallerId {
  readonly name: string
  readonly number: string
}

/** A number to call instead, and what to put before the caller's name; an empty number: the call ends. */
export interface Instead {
  readonly number: string
  readonly prefix: string
}

/** A sound in our storage: see prompts/. */
export interface PromptReference {
  readonly companyId: number
  readonly promptId: string
}

/** Who can be called. */
export interface CallTarget {
  readonly kind: 'phone'
  readonly address: PbxAddress
}

/** These ring together, for so long. */
export interface RingStage {
  readonly targets: readonly CallTarget[]
  readonly seconds: number
}

export interface RingPlan {
  readonly kind: 'ring'
  /** the number that was called, from which the call may be forwarded */
  readonly callee: PbxAddress
  readonly callerId: CallerId
  /** one after the other, until somebody answers */
  readonly stages: readonly RingStage[]
  /** The callee does not want to be disturbed, or has a call and no call waiting: nobody rings. */
  readonly isBusy: boolean
  /** Those who do not ring for that reason, if it is not the callee alone. */
  readonly busy?: readonly CallTarget[]
  /** Callers who reach nobody can leave a message here. */
  readonly mailbox: PbxAddress | undefined
  /** what they hear before the tone; undefined: nothing */
  readonly greeting?: PromptReference | undefined
  readonly instead: Readonly<Record<'busy' | 'noAnswer' | 'unavailable', Instead>>
}

/** The caller hears a prompt and chooses by a key. */
export interface MenuPlan {
  readonly kind: 'menu'
  /** the number of the menu, from which the call goes on */
  readonly callee: PbxAddress
  /** undefined: a tone */
  readonly prompt: PromptReference | undefined
  /** the number for each key */
  readonly options: Readonly<Record<string, string>>
  /** Callers can dial the number of an extension. */
  readonly directDial: boolean
  /** how long to wait for a key */
  readonly seconds: number
  /** how often the prompt is played */
  readonly tries: number
  /** for callers who press nothing, or only wrong keys */
  readonly instead: Readonly<Record<'silent' | 'wrong', Instead>>
}

/** A fax for a number of the company. */
export interface FaxPlan {
  readonly kind: 'fax'
  readonly companyId: number
  /** E.164 */
  readonly number: string
}

/** What to do with a call to a number. */
export type CallPlan =
  | { readonly kind: 'refuse'; readonly cause: HangUpCause }
  | RingPlan
  | MenuPlan
  | FaxPlan

export interface CallRequest {
  /** who calls */
  readonly caller: PbxAddress
  /** whose phone the number is dialled at: the caller's, or one that forwards the call */
  readonly from: PbxAddress
  readonly dialled: string
  /** put before the caller's name */
  readonly prefix: string
  /** how many calls the caller has made that have not ended, this one included */
  readonly callsOfCaller: number
  /** Anything but an extension is refused: the caller has dialled in a menu. */
  readonly extensionOnly?: boolean | undefined
}

/** Whether a call from a provider is a fax: asked before anything else. */
export type FaxRouter = (trunkId: string, dialled: string) => Promise<FaxPlan | undefined>

/** Plans calls when the PBX asks. */
export type CallRouter = (request: CallRequest) => Promise<CallPlan>
