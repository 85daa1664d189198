import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { PbxTrunk, TrunkState } from '../pbx/pbx-trunk.ts'
import type { TrunksTable } from './trunks-table.ts'

export interface Trunk extends TrunksTable {
  /** IP addresses of the provider; only of an `ip` trunk */
  addresses: readonly string[]
}

const broken: ReadonlySet<TrunkState> = new Set(['rejected', 'unregistered', 'unreachable'])

/** The order in which trunks are tried: those that do not work come last, since their state may be old. */
export const workingFirst = (trunks: readonly Trunk[]): readonly Trunk[] =>
  trunks.toSorted((one, other) => Number(broken.has(one.state)) - Number(broken.has(other.state)))

/** The trunk with its password, for the PBX. */
export const pbxTrunkOf = (secrets: Secrets, trunk: Trunk): PbxTrunk => ({
  id: trunk.id,
  kind: trunk.kind,
  host: trunk.host,
  port: trunk.port,
  transport: trunk.transport,
  mediaEncryption: trunk.media_encryption,
  username: trunk.username,
  password: trunk.password_sealed === null ? '' : secrets.decrypt(trunk.password_sealed),
  fromUser: trunk.from_user,
  addresses: trunk.addresses,
  codecs: trunk.codecs,
})
