import type { CalledOutcome, CallResult } from './flow/call-outcomes.ts'
import type { FeatureName, FeatureOutcome } from './flow/feature-names.ts'
import type { LimitName } from './may-call.ts'
import type { PbxTrunks, TrunkStates } from './pbx-trunk.ts'
import type { PhoneSettings } from './phone-settings.ts'

/** The realm of all phones. A realm of each domain would tell which phones exist. */
export const SIP_REALM = 'switchboard'

/** The SIP address of an extension: `number@domain`. Each instance has its own domain. */
export interface PbxAddress {
  readonly domain: string
  readonly number: number
}

/** Somebody outside, over a trunk. */
export interface ExternalParty {
  /** the id of the trunk */
  readonly trunk: string
  /** as the provider writes it; empty: withheld */
  readonly number: string
  readonly name: string
}

/** Who calls or is called: a phone of ours, or somebody outside. */
export type CallParty = PbxAddress | ExternalParty

export interface PbxAccount extends PbxAddress {
  /** MD5 of `number:SIP_REALM:secret`: a SIP server needs no more of the secret */
  readonly ha1: string
  readonly displayName: string
  readonly settings: PhoneSettings
}

export type SubscriberState = 'AUTHENTICATED' | 'UNAUTHENTICATED' | 'SLEEPING'
export type CallStatus = 'idle' | 'ringing' | 'in_call' | 'on_hold'

export interface Binding {
  /** where the phone is reached */
  readonly contact: string
  readonly userAgent: string
  readonly expiresInSeconds: number
}

export interface Registration {
  readonly state: SubscriberState
  readonly bindings: readonly Binding[]
}

/** The state of a phone. */
export type PhoneEvent =
  | { readonly kind: 'registration'; readonly address: PbxAddress; readonly state: SubscriberState }
  | { readonly kind: 'call'; readonly address: PbxAddress; readonly status: CallStatus }

export type PbxEvent = (
  | PhoneEvent
  /** A phone has registered from this host, or is there again. Browsers are left out. */
  | {
      readonly kind: 'contact'
      readonly address: PbxAddress
      readonly host: string
      /** Its registration has ended, or it no longer answers. */
      readonly isGone: boolean
    }
  | CallEvent
  | RecordedMessage
  | CallPlacedAlone
  | RecordedCall
  | HandledMessage
  | RecordingState
  | OutsideCall
  | ReachedCallLimit
  | QueueCallEvent
  | CallbackEvent
  | AgentEvent
  | FeatureUse
  | NameSearch
  | ConferenceCallEvent
  | ParkedCallEvent
  | TrunkStates
  /** The PBX has been asked: these calls are in progress, and no others. */
  | { readonly kind: 'callsInProgress'; readonly calls: readonly string[] }
) & {
  /** which of several PBXs tells; undefined: the first */
  readonly pbx?: string
}

/** A call goes on; `address` is the caller. Events of a call can come twice after a crash; `call` is the PBX's id of it. */
export type CallEvent =
  | {
      readonly kind: 'callBegan'
      readonly call: string
      readonly address: CallParty
      readonly dialled: string
    }
  | {
      readonly kind: 'phoneCalled'
      readonly call: string
      /** the caller's */
      readonly address: CallParty
      readonly called: CallParty
      readonly outcome: CalledOutcome
    }
  /** The PBX itself has answered, for a fax. */
  | { readonly kind: 'callAnswered'; readonly call: string; readonly address: CallParty }
  /** Somebody's sound is encrypted (SRTP), or not. */
  | {
      readonly kind: 'callEncryption'
      readonly call: string
      readonly address: CallParty
      readonly party: CallParty
      readonly role: 'caller' | 'called'
      readonly isEncrypted: boolean
    }
  | {
      readonly kind: 'callTransferred'
      readonly call: string
      readonly address: CallParty
      /** the number */
      readonly to: string
    }
  | {
      readonly kind: 'callEnded'
      readonly call: string
      readonly address: CallParty
      readonly result: CallResult
    }

/** A connection over a trunk that the PBX has dialled. Each event may come again after a crash. */
export interface OutsideCall {
  readonly kind: 'outsideCall'
  /** the PBX's id of the connection */
  readonly call: string
  readonly address: ExternalParty
  readonly state: 'answered' | 'ended'
}

/** A number outside was not called, or a call ended, because a limit is reached. */
export interface ReachedCallLimit {
  readonly kind: 'limitReached'
  /** the PBX's id of the connection */
  readonly call: string
  readonly address: ExternalParty
  readonly limit: LimitName
}

/** Where an agent has signed in or out. */
export interface SignIn {
  readonly companyId: number
  readonly queues: readonly string[]
  readonly extensionId: string
  readonly isSignedIn: boolean
}

/** How a call has left the line. */
export type QueueOutcome = 'answered' | 'abandoned' | 'overflowed' | 'called_back' | 'expired'

/** A caller has come into line or left it. Each event may come again after a crash. */
export interface QueueCallEvent {
  readonly kind: 'queueCall'
  /** the PBX's id of the call */
  readonly call: string
  readonly address: CallParty
  readonly companyId: number
  readonly queueId: string
  readonly callerId: { readonly name: string; readonly number: string }
  readonly since: number
  /** `callback`: the caller has hung up, and keeps the place in line */
  readonly state: 'waiting' | 'callback' | QueueOutcome
  /** who has answered */
  readonly agent?: PbxAddress | undefined
}

/** Somebody is called back by this agent, or too much time has passed. */
export interface CallbackEvent {
  readonly kind: 'callback'
  readonly id: string
  readonly companyId: number
  readonly outcome: 'called_back' | 'expired'
  readonly agent?: PbxAddress | undefined
}

/** An agent has signed in or out by phone. */
export interface AgentEvent extends SignIn {
  readonly kind: 'agent'
}

/** Somebody has come into a conference room or left it. Each event may come again after a crash. */
export interface ConferenceCallEvent {
  readonly kind: 'conferenceCall'
  /** the PBX's id of the call */
  readonly call: string
  readonly address: CallParty
  readonly companyId: number
  readonly roomId: string
  readonly callerId: { readonly name: string; readonly number: string }
  readonly isModerator: boolean
  readonly since: number
  readonly state: 'entered' | 'left'
}

/** A call was parked, or is no longer. Each event may come again after a crash. */
export interface ParkedCallEvent {
  readonly kind: 'parkedCall'
  /** the PBX's id of the call */
  readonly call: string
  readonly address: CallParty
  readonly companyId: number
  readonly lotId: string
  readonly slot: number
  readonly callerId: { readonly name: string; readonly number: string }
  readonly parkedBy: PbxAddress
  readonly since: number
  readonly returnsAt: number
  readonly state: 'parked' | ParkingOutcome
  /** who has picked it up */
  readonly by?: PbxAddress | undefined
}

/** `ended`: the caller has hung up */
export type ParkingOutcome = 'picked_up' | 'returned' | 'ended'

/** Somebody has dialled a feature code, and waits for `done`. */
export interface FeatureUse {
  readonly kind: 'feature'
  /** the PBX's id of the call */
  readonly call: string
  /** whose phone it is */
  readonly address: PbxAddress
  readonly feature: FeatureName
  /** the digits after the code; empty: none */
  readonly argument: string
  /** what the person has recorded for it; undefined: nothing yet */
  readonly recording?: { read(): Promise<Buffer | undefined> } | undefined
  done(outcome: FeatureOutcome): void
}

/** Somebody who was found by name. */
export interface FoundName {
  readonly address: PbxAddress
  /** the prompt that says the name; undefined: it cannot be spoken */
  readonly name: { readonly companyId: number; readonly promptId: string } | undefined
}

/** A caller looks for somebody by name, and waits for `done`. */
export interface NameSearch {
  readonly kind: 'nameSearch'
  /** the PBX's id of the call */
  readonly call: string
  readonly address: CallParty
  readonly companyId: number
  /** the letters, as digits of a keypad */
  readonly digits: string
  /** how many people of that name the caller has heard already */
  readonly skipped: number
  /** of the name */
  readonly language: string
  done(person: FoundName | undefined): void
}

/** A call was recorded. The PBX keeps the recording until `remove`, and reports it again until then. */
export interface RecordedCall {
  readonly kind: 'callRecorded'
  /** the caller */
  readonly address: PbxAddress
  /** the PBX's id of the call */
  readonly call: string
  /** a WAV file of 16 bits at 8 kHz; undefined: the PBX no longer has it */
  read(): Promise<Buffer | undefined>
  remove(): Promise<void>
}

/** Whether a call is being recorded now, as one of its phones sees it. */
export interface RecordingState {
  readonly kind: 'recordingState'
  /** the PBX's id of the call */
  readonly call: string
  /** the phone */
  readonly address: PbxAddress
  readonly isRecording: boolean
  /** the phone may begin or end the recording, by `*1` */
  readonly canChange: boolean
  /** Nothing more is recorded of this call. */
  readonly hasEnded?: boolean
}

/** A caller has left a message. The PBX keeps it until `remove`, and reports it again until then. */
export interface RecordedMessage {
  readonly kind: 'recorded'
  /** the mailbox */
  readonly address: PbxAddress
  /** the PBX's id of the call */
  readonly call: string
  /** the PBX's name of the recording */
  readonly recording: string
  /** a WAV file of 16 bits at 8 kHz; undefined: the PBX no longer has it */
  read(): Promise<Buffer | undefined>
  remove(): Promise<void>
}

/** Somebody has listened to a message by phone. */
export interface HandledMessage {
  readonly kind: 'messageHandled'
  readonly action: 'read' | 'deleted'
  /** the mailbox */
  readonly address: PbxAddress
  /** the PBX's id of the call */
  readonly call: string
  /** the id of the message */
  readonly message: string
}

/** A call that the PBX has placed while no server was there. It reports the call again until `remove`. */
export interface CallPlacedAlone {
  readonly kind: 'callPlacedAlone'
  readonly call: string
  readonly address: PbxAddress
  readonly dialled: string
  /** undefined: nobody has the number */
  readonly called: CallParty | undefined
  readonly outcome: CalledOutcome
  readonly result: CallResult
  readonly beganAt: number
  readonly answeredAt: number | undefined
  /** undefined: the PBX died in the call */
  readonly endedAt: number | undefined
  remove(): Promise<void>
}

/** How many messages there are in a mailbox. */
export interface WaitingMessages {
  readonly new: number
  /** read */
  readonly old: number
}

/** A phone in a browser, which rings and calls as an extension beside its other phones. */
export interface BrowserPhone {
  readonly address: PbxAddress
  /** tells the browsers of an extension apart: small letters and digits */
  readonly name: string
  /** MD5 of `number~name:realm:secret` */
  readonly ha1: string
}

export interface BrowserPhones {
  /** where the PBX of a domain speaks SIP over WebSocket, for us only */
  webSocketUrl(domain: string): Promise<string>
  /** Lets it register, for two minutes from the last call. */
  admit(phone: BrowserPhone): Promise<void>
  /** Ends it, and its calls. */
  remove(phone: BrowserPhone): Promise<void>
}

/** What we need from a PBX. Every method is idempotent. */
export interface Pbx {
  /** The extension exists, as given, when this resolves. A changed HA1 ends the registrations made with the old one. */
  put(account: PbxAccount): Promise<void>
  /** When this resolves, no phone can register as it, and none is registered. */
  remove(address: PbxAddress): Promise<void>
  registration(address: PbxAddress): Promise<Registration>
  /** Phones show this many messages from now on, until the PBX is restarted. undefined: its phones have no lamps. */
  showWaiting?(address: PbxAddress, messages: WaitingMessages): Promise<void>
  /** undefined: this PBX cannot have browsers as phones */
  readonly browserPhones?: BrowserPhones
  /**
   * Records a call in which people talk from now on, or pauses; `recordingState` says when it has. Nothing happens if the
   * call has ended. undefined: this PBX cannot record.
   */
  setRecording?(call: string, isOn: boolean): Promise<void>
  /**
   * Parks the other end of a call in which this phone talks, at the number of a parking lot or a slot. An event says when
   * it has happened. Nothing happens if the call has ended. undefined: this PBX cannot park.
   */
  park?(call: string, by: PbxAddress, number: number): Promise<void>
  /** When this resolves, phones can watch these slots of parking lots, and no others. undefined: it has no lamps. */
  replaceSlots?(slots: readonly PbxAddress[]): Promise<void>
  listen(listener: (event: PbxEvent) => void): void
  /** undefined: it cannot connect to providers */
  readonly trunks?: PbxTrunks
  /** Another server has changed this address, or any: the PBX sends no events about that. */
  look(address?: PbxAddress): void
  /** Throws PbxFailure if the PBX of the domain, or without a domain any, does not respond. */
  ping(domain?: string): Promise<void>
  /** What an administrator should know about the PBX of a domain. undefined: nothing. */
  listWarnings?(domain: string): Promise<readonly string[]>
  /** Reports what the phones do, starting with their current state, until `stop`. Can be started again. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Releases all resources. */
  close(): Promise<void>
}

/** The PBX refused or did not respond. The message is for the client, and contains no secret. */
export class PbxFailure extends Error {}
