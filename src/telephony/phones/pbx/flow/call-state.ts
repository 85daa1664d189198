import type { FoundName, PbxAddress } from '../pbx.ts'
import type { CalledOutcome, CallResult } from './call-outcomes.ts'
import type {
  AgentPlan,
  CallerId,
  CallPlan,
  CallTarget,
  ConferencePlan,
  ConferenceVisit,
  Fallback,
  FaxPlan,
  FeaturePlan,
  MailboxPlan,
  MenuPlan,
  PagePlan,
  ParkingPlan,
  ParkPlan,
  PickupPlan,
  QueueVisit,
  RingPlan,
  RingStage,
} from './call-plan.ts'
import type { Announcement, CallSound, MessageReference } from './call-sound.ts'
import type { DirectoryPlan } from './directory-plan.ts'
import type { FeatureOutcome } from './feature-names.ts'

/** A phone that rings for a call; several if a target is registered with several. */
export interface Leg {
  readonly id: string
  readonly target: CallTarget
  /** It has answered, and is asked to press 1. */
  readonly isAsked?: boolean
}

/** A stage of a plan, and what the stages before it met. */
export interface AtStage {
  readonly forwards: number
  readonly plan: RingPlan
  readonly stage: number
  /** targets that were busy or refused the call, and do not ring again */
  readonly busy: readonly CallTarget[]
  /** targets that were not called, since a limit of calls to the outside is reached */
  readonly overLimit?: readonly CallTarget[]
  /** targets whose provider refused the call */
  readonly rejected?: readonly CallTarget[]
  /** A stage has rung to its end. */
  readonly hasRung: boolean
  /** The phones that ring. */
  readonly legs: readonly Leg[]
}

/** A caller in a menu. */
export interface InMenu {
  readonly forwards: number
  readonly plan: MenuPlan
  /** how often the prompt was played */
  readonly played: number
  /** what the caller has pressed since then */
  readonly digits: string
  readonly isPlaying: boolean
}

/** A caller who can leave a message. */
export interface BeforeMessage {
  readonly mailbox: PbxAddress
  /** how the call went if there is no message */
  readonly outcome: CallResult
  readonly language?: string | undefined
}

/** A caller who hears the greeting of a mailbox. */
export interface AtGreeting extends BeforeMessage {
  readonly forwards: number
  /** the number for each key */
  readonly numbers: Readonly<Record<string, string>>
  readonly hasPrompt: boolean
  readonly opensMailbox: boolean
  /** what is played; undefined: nothing, a key is waited for */
  readonly playing: 'greeting' | 'prompt' | undefined
}

/** A caller who dials the PIN of a mailbox or a conference room. */
export interface DiallingPin {
  readonly plan: MailboxPlan | ConferencePlan
  /** how many PINs were wrong */
  readonly wrong: number
  readonly digits: string
  readonly isPlaying: boolean
}

/** A caller who listens to messages. */
export interface Listening {
  readonly mailbox: PbxAddress
  readonly messages: readonly MessageReference[]
  /** the message that is or was played last; after the last one, the call is over */
  readonly index: number
  /** how the call went if the mailbox was not opened; undefined: it was */
  readonly missed?: CallResult | undefined
  readonly language?: string | undefined
  /** what is played; undefined: nothing, a key is waited for */
  readonly playing: 'introduction' | 'message' | 'menu' | 'over' | undefined
}

/** Somebody records a sound that callers will hear. */
export interface MakingPrompt {
  readonly plan: FeaturePlan
  /** how often they were asked to speak, or what to do with the recording */
  readonly asked: number
  readonly step: 'explaining' | 'speaking' | 'hearing' | 'choosing' | 'waiting'
}

/** A caller who looks for somebody by name. */
export interface InDirectory {
  readonly forwards: number
  readonly plan: DirectoryPlan
  /** how often the caller has looked in vain */
  readonly failures: number
  /** what the caller has pressed */
  readonly digits: string
  /** how many people of that name the caller does not want */
  readonly skipped: number
  /** whom the caller may choose */
  readonly person?: FoundName | undefined
  readonly step: 'asking' | 'dialling' | 'searching' | 'naming' | 'offering' | 'choosing'
}

export type CallState =
  /** In a menu or during a greeting, the caller may have chosen a number that does not exist. */
  | {
      readonly at: 'planning'
      readonly forwards: number
      readonly menu?: InMenu
      readonly greeting?: BeforeMessage
      /** when a caller came who was in line before a restart */
      readonly since?: number
    }
  | ({ readonly at: 'menu' } & InMenu)
  | ({ readonly at: 'directory' } & InDirectory)
  /** Phones of the stage before may still ring. */
  | ({ readonly at: 'looking' } & AtStage)
  | ({ readonly at: 'ringing' } & AtStage)
  | { readonly at: 'talking'; readonly leg: string }
  | ({ readonly at: 'greeting' } & AtGreeting)
  | { readonly at: 'recording'; readonly outcome: CallResult; readonly language?: string | undefined }
  /** The caller hears why the call ends. */
  | { readonly at: 'announcing'; readonly result: CallResult; readonly cause: number }
  | ({ readonly at: 'pin' } & DiallingPin)
  | { readonly at: 'opening'; readonly plan: MailboxPlan; readonly wrong: number }
  | ({ readonly at: 'listening' } & Listening)
  /** The caller waits in line, and hears music or a position. */
  | ({ readonly at: 'queued'; readonly isPlaying: boolean } & QueueVisit)
  /** We are checking the PIN of a conference room. */
  | { readonly at: 'enteringRoom'; readonly plan: ConferencePlan; readonly wrong: number }
  /** A caller who is not connected with others hears why, and then music. */
  | ({ readonly at: 'inRoom'; readonly isPlaying?: boolean } & ConferenceVisit)
  | { readonly at: 'parked'; readonly plan: ParkPlan }
  /** Phones of a group hear the caller. */
  | { readonly at: 'paging'; readonly language: string | undefined }
  /** Somebody dials a parking lot or a slot: we look what is there. */
  | { readonly at: 'parking'; readonly language: string; readonly slot: number | undefined }
  | { readonly at: 'signingIn'; readonly language: string }
  | { readonly at: 'usingFeature'; readonly plan: FeaturePlan; readonly hasRecording: boolean }
  | ({ readonly at: 'makingPrompt' } & MakingPrompt)
  /** The caller hears a last tone. */
  | { readonly at: 'leaving'; readonly result: CallResult }
  | { readonly at: 'faxing' }
  | { readonly at: 'pickingUp' }
  | { readonly at: 'ended'; readonly result: CallResult }

export type StateAt<At extends CallState['at']> = CallState & { readonly at: At }

export type CallInput =
  | { readonly kind: 'planned'; readonly plan: CallPlan }
  /** the phones that can be called for the targets */
  | { readonly kind: 'found'; readonly legs: readonly Leg[] }
  | { readonly kind: 'answered'; readonly leg: string }
  /** A phone rings, or its provider sends sound before somebody answers. */
  | { readonly kind: 'legRings'; readonly leg: string }
  | { readonly kind: 'legSounds'; readonly leg: string }
  /** A key was pressed at a phone that is called. */
  | { readonly kind: 'pressed'; readonly leg: string; readonly digit: string }
  | { readonly kind: 'legEnded'; readonly leg: string; readonly cause: number }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'callerEnded' }
  | { readonly kind: 'recorded'; readonly seconds: number }
  /** The caller has pressed a key. */
  | { readonly kind: 'digit'; readonly digit: string }
  /** A sound is over, or could not be played. */
  | { readonly kind: 'played'; readonly hasFailed?: boolean }
  /** The new messages of a mailbox; undefined: the PIN was wrong. */
  | { readonly kind: 'opened'; readonly messages: readonly MessageReference[] | undefined }
  /** The callee has transferred the caller to another number. */
  | { readonly kind: 'transferred'; readonly plan: CallPlan }
  /** A colleague has called to pick up the call, which rings at another phone. */
  | { readonly kind: 'taken'; readonly leg: Leg }
  /** Whether the caller has taken the call of somebody else, and goes on in that one. */
  | { readonly kind: 'pickedUp'; readonly hasCall: boolean }
  /** The caller goes on with somebody who talks already. */
  | { readonly kind: 'joined'; readonly leg: Leg }
  /** One end has transferred the other, which goes on in another call. */
  | { readonly kind: 'left'; readonly by: 'caller' | 'callee' }
  /** These agents of the queue are free for the caller, who is in line. */
  | { readonly kind: 'offered'; readonly stage: RingStage }
  /** The caller is to hear the place in line. */
  | { readonly kind: 'announced'; readonly position: number }
  /** The caller has waited too long, or there is nobody to wait for. */
  | { readonly kind: 'overflowed' }
  /** Whether the agent is signed in now; undefined: there is no such queue. */
  | { readonly kind: 'signedIn'; readonly isSignedIn: boolean | undefined }
  /** Whether the PIN of a room is that of its moderators; undefined: it was wrong. */
  | { readonly kind: 'roomOpened'; readonly isModerator: boolean | undefined }
  /** The caller is not connected with others, who are not there, or not before a moderator comes. */
  | { readonly kind: 'roomQuiet'; readonly isAlone: boolean }
  /** The caller is connected with others. */
  | { readonly kind: 'roomTalks' }
  /** The conference is over. */
  | { readonly kind: 'roomClosed' }
  /** The slot of the call that somebody has parked; undefined: they have none, or nothing is free. */
  | { readonly kind: 'parked'; readonly slot: number | undefined }
  /** No phone of the group is there any more. */
  | { readonly kind: 'pageOver'; readonly wasHeard: boolean }
  /** Undefined: there is nobody else of that name. */
  | { readonly kind: 'nameFound'; readonly person: FoundName | undefined }
  | { readonly kind: 'featureUsed'; readonly outcome: FeatureOutcome }
  /** The call could not be planned, the phones could not be looked up, or nothing could be recorded. */
  | { readonly kind: 'failed' }

export type CallCommand =
  | { readonly do: 'find'; readonly targets: readonly CallTarget[] }
  | {
      readonly do: 'ring'
      readonly legs: readonly Leg[]
      readonly callerId: CallerId
      readonly seconds: number
      /** a class; undefined: the caller hears ringing */
      readonly music?: string | undefined
      /** The caller hears ringing only when a phone rings: providers tell. */
      readonly isOutside?: boolean
    }
  /** Another leg of the same stage, whose time goes on. */
  | { readonly do: 'ringOver'; readonly leg: Leg }
  /** The caller hears ringing. */
  | { readonly do: 'showRinging' }
  /** The caller hears what the provider plays, before anybody answers. */
  | { readonly do: 'connectEarly'; readonly leg: string }
  /** Plans the call to another number, which the callee has chosen. */
  | {
      readonly do: 'forward'
      readonly from: PbxAddress
      readonly to: Fallback
      /** Only an extension can be reached. */
      readonly extensionOnly?: boolean
    }
  /** Plays it to the caller until it is over or stopped. */
  | {
      readonly do: 'play'
      readonly sound: CallSound
      /** The call is not answered for it. */
      readonly isEarly?: boolean
    }
  | { readonly do: 'stopPlaying' }
  /** A timeout follows, unless something else happens before. */
  | { readonly do: 'wait'; readonly seconds: number }
  /** Asks for the key that takes the call, until the phone is connected or ends. */
  | { readonly do: 'ask'; readonly leg: string; readonly words: Announcement }
  /** A leg that placed the call is answered. */
  | { readonly do: 'connect'; readonly leg: string; readonly isCalling?: boolean }
  /** A message for the mailbox; undefined: what `recorded` plays. */
  | { readonly do: 'record'; readonly mailbox: PbxAddress | undefined }
  | {
      readonly do: 'openMailbox'
      readonly mailbox: PbxAddress
      /** undefined: none is needed */
      readonly pin: string | undefined
      /** somebody calls the extension, from wherever; else its own phone calls */
      readonly isAway: boolean
    }
  | { readonly do: 'markAsRead'; readonly mailbox: PbxAddress; readonly message: MessageReference }
  | { readonly do: 'deleteMessage'; readonly mailbox: PbxAddress; readonly message: MessageReference }
  /** Answers the caller, who waits in line from now on. */
  | { readonly do: 'enterQueue'; readonly visit: QueueVisit }
  | { readonly do: 'playMusic'; readonly music: string }
  | { readonly do: 'openRoom'; readonly plan: ConferencePlan; readonly pin: string }
  /** Answers the caller, who is in the room from now on. */
  | { readonly do: 'enterRoom'; readonly visit: ConferenceVisit }
  /** The caller waits from now on. */
  | { readonly do: 'park'; readonly plan: ParkPlan }
  | { readonly do: 'page'; readonly plan: PagePlan }
  | { readonly do: 'useParking'; readonly plan: ParkingPlan }
  | { readonly do: 'signIn'; readonly plan: AgentPlan }
  /** `hasRecording`: with what the caller has recorded. */
  | { readonly do: 'useFeature'; readonly plan: FeaturePlan; readonly hasRecording: boolean }
  /** Looks for people by letters on the keypad. */
  | {
      readonly do: 'findName'
      readonly plan: DirectoryPlan
      readonly digits: string
      readonly skipped: number
    }
  | { readonly do: 'receiveFax'; readonly fax: FaxPlan }
  /** Takes the call that has rung longest among those of the plan. */
  | { readonly do: 'pickUp'; readonly plan: PickupPlan }
  /** Without a cause, it is the usual one. */
  | { readonly do: 'endLeg'; readonly leg: string; readonly cause?: number }
  /** `cause` may be one of the far end. */
  | { readonly do: 'endCaller'; readonly cause: number }

/** Who was called, and how they responded. */
export interface Called {
  readonly target: CallTarget
  readonly outcome: CalledOutcome
}

export interface CallStep {
  readonly state: CallState
  readonly commands: readonly CallCommand[]
  readonly called?: readonly Called[]
}

export const newCall: CallState = { at: 'planning', forwards: 0 }
