import type { CallParty, PbxAddress } from '../../pbx.ts'
import { parseAddress } from '../../pbx-address.ts'
import { parseTrunkEndpoint } from '../../pbx-trunk.ts'

/** A channel as Asterisk describes it: its connection to one phone. */
export interface AriChannel {
  readonly id: string
  /** `PJSIP/1001@a.test-0000002a` */
  readonly name: string
  /** `Ring`: the phone calls; `Ringing`: it is being called */
  readonly state: string
  readonly caller: { readonly name: string; readonly number: string }
  readonly dialplan: {
    readonly context: string
    readonly exten: string
    readonly app_name: string
    readonly app_data: string
  }
  readonly creationtime: string
  /** those that ari.conf names */
  readonly channelvars?: Readonly<Record<string, string>>
}

/** The variable with the trunk of a call, if it is another one than the endpoint says: see find-trunk-of-call.ts. */
export const TRUNK_VARIABLE = 'SWITCHBOARD_TRUNK'

/** The phone at the other end; undefined if it is not one of our phones. */
export function addressOfChannel({ name }: Pick<AriChannel, 'name'>): PbxAddress | undefined {
  return parseAddress(endpointOfChannel({ name }))
}

/** The name of the phone or trunk at the other end. */
export const endpointOfChannel = ({ name }: Pick<AriChannel, 'name'>): string | undefined =>
  /^PJSIP\/(.+)-[0-9a-f]+$/.exec(name)?.[1]

/** Who is at the other end of an incoming call: a phone, or somebody outside. */
export function partyOfChannel(
  channel: Pick<AriChannel, 'name' | 'caller' | 'channelvars'>,
): CallParty | undefined {
  const endpoint = parseTrunkEndpoint(endpointOfChannel(channel))
  if (endpoint === undefined) return addressOfChannel(channel)
  return { trunk: channel.channelvars?.[TRUNK_VARIABLE] || endpoint, ...channel.caller }
}
