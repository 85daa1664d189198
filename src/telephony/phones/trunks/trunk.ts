import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { PbxTrunk } from '../pbx/pbx-trunk.ts'
import type { TrunksTable } from './trunks-table.ts'

export interface Trunk extends TrunksTable {
  /** IP addresses of the provider; only of an `ip` trunk */
  addresses: readonly string[]
}

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
