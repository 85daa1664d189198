/** SRTP, with keys in the signaling (`sdes`) or agreed upon in the media (`dtls`). Calls without it are refused. */
export const mediaEncryptions = ['no', 'sdes', 'dtls'] as const
export type MediaEncryption = (typeof mediaEncryptions)[number]

/** A trunk as the PBX needs it. */
export interface PbxTrunk {
  /** unique on the server */
  readonly id: string
  /** `outbound`: calls only go out */
  readonly kind: 'registration' | 'ip' | 'outbound'
  readonly host: string
  readonly port: number
  readonly transport: 'udp' | 'tcp' | 'tls'
  readonly mediaEncryption: MediaEncryption
  /** empty: the provider does not ask for one */
  readonly username: string
  readonly password: string
  /** the user in `From`; empty: the caller's number */
  readonly fromUser: string
  /** IP addresses from which its calls come */
  readonly addresses: readonly string[]
  /** such as `alaw,ulaw`; empty: the PBX chooses */
  readonly codecs: string
}

/**
 * `unknown`: the PBX has not reported it; `registered`, `rejected`, `unregistered`: the registration with the provider;
 * `reachable`, `unreachable`: whether the provider answers.
 */
export const trunkStates = [
  'disabled',
  'unknown',
  'registered',
  'rejected',
  'unregistered',
  'reachable',
  'unreachable',
] as const

export type TrunkState = (typeof trunkStates)[number]

/** The states of all trunks, by their ids. */
export interface TrunkStates {
  readonly kind: 'trunks'
  readonly states: ReadonlyMap<string, TrunkState>
  /** those whose provider does not answer at all, whatever the state of the registration */
  readonly silent?: ReadonlySet<string>
}

/** An emergency number of an instance: the PBX calls it over these trunks, one after the other, while we are down. */
export interface PbxEmergencyRoute {
  readonly domain: string
  readonly number: string
  /** ids of trunks */
  readonly trunks: readonly string[]
  readonly callerId: string
}

/** The trunks of a PBX. */
export interface PbxTrunks {
  /** When this resolves, the PBX has these trunks and routes, and no others. */
  replaceAll(trunks: readonly PbxTrunk[], routes: readonly PbxEmergencyRoute[]): Promise<void>
}

/** The name of a trunk's SIP endpoint. It has no `@`, so that it is never taken for a phone. */
export const trunkEndpoint = (id: string) => `trunk-${id}`

/** undefined for what is no trunk. */
export const parseTrunkEndpoint = (text: unknown): string | undefined =>
  typeof text === 'string' ? /^trunk-([A-Za-z0-9]{1,50})$/.exec(text)?.[1] : undefined
