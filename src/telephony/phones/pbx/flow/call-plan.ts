import type { CallParty, PbxAddress } from '../pbx.ts'
import type { CallResult } from './call-outcomes.ts'
import type { Announcement, PromptReference } from './call-sound.ts'
import type { DirectoryPlan } from './directory-plan.ts'
import type { FeatureName } from './feature-names.ts'

/** Why a call ends, as Q.850 numbers it; Asterisk answers phones with the matching SIP status. */
export const hangUpCauses = {
  unknownNumber: 1,
  normal: 16,
  busy: 17,
  noAnswer: 19,
  absent: 20,
  rejected: 21,
  answeredElsewhere: 26,
  congestion: 34,
  failure: 38,
  /** Not of Q.850: a limit of calls to the outside is reached, and nobody was called. */
  overLimit: 1000,
} as const

export type HangUpCause = (typeof hangUpCauses)[keyof typeof hangUpCauses]

export interface CallerId {
  readonly name: string
  readonly number: string
}

/** The number to call if nobody answers, and a prefix for the caller's name. With an empty number, the call ends. */
export interface Fallback {
  readonly number: string
  readonly prefix: string
}

interface AnyTarget {
  /** An answer is not enough: somebody must press 1 to take the call. A mailbox cannot. */
  readonly mustConfirm?: boolean
}

export interface PhoneTarget extends AnyTarget {
  readonly kind: 'phone'
  readonly address: PbxAddress
  /** how the phone is to ring: the header `Alert-Info` */
  readonly alertInfo?: string
  /** Colleagues who may pick up calls of one of these groups can take the call while it rings here. */
  readonly callGroups?: readonly string[]
  /** The phone is asked to answer automatically. */
  readonly autoAnswer?: boolean
}

/** A number outside, over a trunk. */
export interface TrunkTarget extends AnyTarget {
  readonly kind: 'trunk'
  /** the id of the trunk */
  readonly trunk: string
  readonly number: string
  /** how the provider gets the number; undefined: as it is */
  readonly sentAs?: string
  /** what the provider and the callee see */
  readonly callerId: CallerId
  /** An emergency call carries these. */
  readonly emergency?: EmergencyDetails
  /** what is tried while the stage lasts if this trunk fails */
  readonly others?: readonly OverTrunk[]
}

export type OverTrunk = Pick<TrunkTarget, 'trunk' | 'callerId'>

export interface EmergencyDetails {
  /** the civic address of the caller, by the names of RFC 5139, such as `country` and `A3` */
  readonly civicAddress: Readonly<Record<string, string>>
  readonly coordinates: { readonly latitude: number; readonly longitude: number } | undefined
}

/** Who can be called. */
export type CallTarget = PhoneTarget | TrunkTarget

export const partyOf = (target: CallTarget): CallParty =>
  target.kind === 'phone' ? target.address : { trunk: target.trunk, number: target.number, name: '' }

/** Targets that ring together, and for how long. */
export interface RingStage {
  readonly targets: readonly CallTarget[]
  readonly seconds: number
}

export interface RingPlan {
  readonly kind: 'ring'
  /** the number that was called, from which the call may be forwarded */
  readonly callee: PbxAddress
  readonly callerId: CallerId
  /** the class of music that the caller hears meanwhile; undefined: the tone of ringing */
  readonly music?: string | undefined
  /** one after the other, until somebody answers */
  readonly stages: readonly RingStage[]
  /** The callee does not want to be disturbed, or has a call and no call waiting: nobody rings. */
  readonly isBusy: boolean
  /** busy targets, which do not ring; undefined: only the callee can be busy */
  readonly busy?: readonly CallTarget[]
  /** numbers outside that may not be called */
  readonly refused?: readonly CallTarget[]
  /** The caller may not call: nobody rings. */
  readonly blocked?: BlockedCall
  /** Callers who reach nobody can leave a message here. */
  readonly mailbox: PbxAddress | undefined
  /** what they hear before the tone; undefined: what to do, in words */
  readonly greeting?: PromptReference | undefined
  /** of what callers hear; undefined: only tones */
  readonly language?: string | undefined
  /** what they can do instead; undefined: every key ends the greeting */
  readonly keys?: GreetingKeys
  /** A refusal from outside ends the call, and the caller gets its cause. */
  readonly passesOn?: boolean
  /** Agents of a queue ring. If none of them answers, the caller goes on waiting. */
  readonly queue?: QueueVisit
  readonly fallback: Readonly<Record<'busy' | 'noAnswer' | 'unavailable', Fallback>>
}

/** What the keys do while a caller hears the greeting of a mailbox. All others end the greeting. */
export interface GreetingKeys {
  /** the number for each key, by why nobody took the call */
  readonly numbers: Readonly<Record<keyof RingPlan['fallback'], Readonly<Record<string, string>>>>
  /** After the greeting, words or tones say that a key may be pressed, and there is time to do so. */
  readonly hasPrompt: boolean
  /** `*` opens the mailbox, by its PIN. */
  readonly opensMailbox: boolean
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
  readonly fallback: Readonly<Record<'silent' | 'wrong', Fallback>>
}

/** The caller waits in line until an agent is free. */
export interface QueuePlan {
  readonly kind: 'queue'
  readonly companyId: number
  /** the id of the route */
  readonly queueId: string
  /** the number of the queue, from which the call goes on */
  readonly callee: PbxAddress
  readonly callerId: CallerId
  /** the class of music that the caller hears */
  readonly music: string
  /** for callers who wait too long */
  readonly overflow: Fallback
  /** The caller can ask to be called back. */
  readonly callback: boolean
  readonly language: string
  /** when the call was planned */
  readonly at: number
}

/** A caller in line. */
export interface QueueVisit {
  readonly forwards: number
  readonly plan: QueuePlan
  /** when the caller came */
  readonly since: number
}

/** The caller talks with everybody else who is in the room. */
export interface ConferencePlan {
  readonly kind: 'conference'
  readonly companyId: number
  /** the id of the route */
  readonly roomId: string
  /** the number of the room */
  readonly room: PbxAddress
  readonly callerId: CallerId
  /** The caller dials a PIN first, which says whether they moderate. */
  readonly needsPin: boolean
  /** without a PIN */
  readonly isModerator: boolean
  readonly waitsForModerator: boolean
  readonly endsWithModerator: boolean
  /** the class of music for somebody who is alone */
  readonly music: string
  /** of what the caller hears */
  readonly language: string
  /** of what everybody hears */
  readonly roomLanguage: string
  /** when the call was planned */
  readonly at: number
}

/** Somebody in a conference room. */
export interface ConferenceVisit {
  readonly plan: ConferencePlan
  readonly isModerator: boolean
  /** when they came */
  readonly since: number
}

/** The caller waits in a parking lot until somebody picks the call up. */
export interface ParkPlan {
  readonly kind: 'park'
  readonly companyId: number
  /** the id of the route */
  readonly lotId: string
  readonly lot: PbxAddress
  /** where the call can wait: at the first that is free */
  readonly slots: readonly number[]
  /** the phone that has parked it */
  readonly parkedBy: PbxAddress
  readonly callerId: CallerId
  /** After these, the call goes on at `destination`, a number at the place `returnsTo`. */
  readonly seconds: number
  readonly returnsTo: PbxAddress
  readonly destination: string
  /** the class of music that the caller hears */
  readonly music: string
  /** when the call was planned */
  readonly at: number
  /** when it was parked: before, if another process has done it */
  readonly since: number
}

/** Somebody dials a slot to pick up the call there, or a lot or a free slot to park their other call. */
export interface ParkingPlan {
  readonly kind: 'parking'
  readonly lotId: string
  readonly lot: PbxAddress
  /** undefined: any */
  readonly slot: number | undefined
  /** the phone */
  readonly by: PbxAddress
  /** of what they hear */
  readonly language: string
}

/** The caller is heard at the phones of a group, which answer by themselves. */
export interface PagePlan {
  readonly kind: 'page'
  readonly targets: readonly PhoneTarget[]
  /** members who are left out */
  readonly busy: readonly PhoneTarget[]
  /** Everybody hears everybody. */
  readonly isTwoWay: boolean
  readonly callerId: CallerId
  /** of what the caller hears */
  readonly language: string | undefined
}

/** An agent signs in at a queue, or out, by dialling. */
export interface AgentPlan {
  readonly kind: 'agent'
  readonly agent: PbxAddress
  /** the number of the queue; undefined: all in which the agent is a member */
  readonly queue: number | undefined
  /** of what the agent hears */
  readonly language: string
}

/** Somebody has dialled the code of a feature. */
export interface FeaturePlan {
  readonly kind: 'feature'
  readonly feature: FeatureName
  /** whose settings change */
  readonly phone: PbxAddress
  /** the digits after the code; empty: none */
  readonly argument: string
  /** of what they hear */
  readonly language: string | undefined
}

/** A fax for a number of the company. */
export interface FaxPlan {
  readonly kind: 'fax'
  readonly companyId: number
  /** E.164 */
  readonly number: string
}

/** Somebody listens to the new messages of a mailbox. */
export interface MailboxPlan {
  readonly kind: 'mailbox'
  readonly mailbox: PbxAddress
  readonly needsPin: boolean
  /** how the call went before somebody chose to listen during the greeting; undefined: they dial at their own phone */
  readonly missed?: CallResult
  /** of what they hear; undefined: only tones */
  readonly language?: string | undefined
}

/** Somebody takes a call that rings at the phone of a colleague. */
export interface PickupPlan {
  readonly kind: 'pickup'
  /** who takes it: only calls at phones of the same domain */
  readonly by: PbxAddress
  /** Only calls at phones in one of these groups. */
  readonly groups: readonly string[]
  /** the number at which it rings; undefined: any */
  readonly number: number | undefined
}

/** What to do with a call to a number. */
export type CallPlan =
  | RefusePlan
  | RingPlan
  | MenuPlan
  | DirectoryPlan
  | QueuePlan
  | ConferencePlan
  | ParkPlan
  | ParkingPlan
  | PagePlan
  | AgentPlan
  | FeaturePlan
  | MailboxPlan
  | FaxPlan
  | PickupPlan

export interface RefusePlan {
  readonly kind: 'refuse'
  readonly cause: HangUpCause
  /** how the call went, if it does not follow from the cause */
  readonly result?: CallResult
  /** what the caller hears before the call is refused */
  readonly says?: Announcement
  /** numbers outside that may not be called */
  readonly refused?: readonly CallTarget[]
  /** The caller may not call. */
  readonly blocked?: BlockedCall
}

/** A caller outside who was refused. */
export interface BlockedCall {
  readonly result: CallResult
  /** the phones that would have rung */
  readonly targets: readonly CallTarget[]
}

export interface CallRequest {
  /** who calls */
  readonly caller: CallParty
  /** whose phone the number is dialled at: the caller's, or one that forwards the call; undefined: a trunk */
  readonly from: PbxAddress | undefined
  readonly dialled: string
  /** the number that somebody outside has dialled first; undefined: `dialled` is the first one, or it is not known */
  readonly did?: string | undefined
  /** put before the caller's name */
  readonly prefix: string
  /** how many calls the caller has made that have not ended, this one included */
  readonly callsOfCaller: number
  /** Anything but an extension is refused: the caller has dialled in a menu. */
  readonly extensionOnly?: boolean | undefined
  /** A setting has the number, and nobody has dialled it: it makes no emergency call. */
  readonly isForwarded?: boolean | undefined
}

/** Plans calls when the PBX asks. */
export type CallRouter = (request: CallRequest) => Promise<CallPlan>

export interface MailboxOpening {
  readonly mailbox: PbxAddress
  /** undefined: none is checked */
  readonly pin: string | undefined
  /** somebody calls the extension, from wherever; else its own phone calls */
  readonly isAway: boolean
}
