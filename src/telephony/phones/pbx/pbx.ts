/** Who an extension is for a SIP server: `number@domain`. Each instance has a domain of its own. */
export interface PbxAddress {
  readonly domain: string
  readonly number: number
}

export interface PbxAccount extends PbxAddress {
  /** MD5 of `number:domain:secret`, all that a SIP server needs to know of a secret */
  readonly ha1: string
  readonly displayName: string
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

export type PbxEvent =
  | { readonly kind: 'registration'; readonly address: PbxAddress; readonly state: SubscriberState }
  | { readonly kind: 'call'; readonly address: PbxAddress; readonly status: CallStatus }

/** What we need from a PBX. Every method may be repeated: doing it twice is the same as doing it once. */
export interface Pbx {
  /** The extension exists, as given, when this resolves. A changed HA1 ends the registrations made with the old one. */
  put(account: PbxAccount): Promise<void>
  /** When this resolves nobody can register as it, and nobody is. */
  remove(address: PbxAddress): Promise<void>
  registration(address: PbxAddress): Promise<Registration>
  listen(listener: (event: PbxEvent) => void): void
  /** Another server did something to this address, or to any, of which the PBX itself tells nothing. */
  look(address?: PbxAddress): void
  /** Fails with PbxFailure when the PBX does not answer. */
  ping(): Promise<void>
  /** From now on it is told what the phones do, to begin with how they are; until `stop`. Again and again. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Lets go of everything. */
  close(): Promise<void>
}

/** The PBX refused or did not answer. The message is for the client, and carries no secret. */
export class PbxFailure extends Error {}
