/** A trunk as the PBX needs it. */
export interface PbxTrunk {
  /** unique on the server */
  readonly id: string
  /** `outbound`: calls only go out */
  readonly kind: 'registration' | 'ip' | 'outbound'
  readonly host: string
  readonly port: number
  readonly transport: 'udp' | 'tcp' | 'tls'
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

/** The trunks of a PBX. */
export interface PbxTrunks {
  /** When this resolves, the PBX has these trunks and no others. */
  replaceAll(trunks: readonly PbxTrunk[]): Promise<void>
}

/** The name of a trunk's SIP endpoint. It has no `@`, so that it is never taken for a phone. */
export const trunkEndpoint = (id: string) => `trunk-${id}`

/** undefined for what is no trunk. */
export const parseTrunkEndpoint = (text: unknown): string | undefined =>
  typeof text === 'string' ? /^trunk-([A-Za-z0-9]{1,50})$/.exec(text)?.[1] : undefined
