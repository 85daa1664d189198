import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { type PbxEmergencyRoute, type PbxTrunk, trunkEndpoint } from '../../pbx-trunk.ts'
import { CODECS } from './phone-columns.ts'

/** Columns of the table `trunks`, which the views give to Asterisk under the names of its options. */
export const trunkColumns = [
  'id',
  'kind',
  'auth',
  'username',
  'password',
  'contact',
  'client_uri',
  'from_user',
  'from_domain',
  'addresses',
  'allow',
  'media_encryption',
] as const

export type TrunkRow = Readonly<Record<(typeof trunkColumns)[number], string>>

export function trunkRow(trunk: PbxTrunk): TrunkRow {
  const { kind, host, port, transport, username, password, fromUser, addresses, codecs } = trunk
  const id = trunkEndpoint(trunk.id)
  const named = isIPv6(host) ? `[${host}]` : host
  const by = transport === 'udp' ? '' : `;transport=${transport}`
  return {
    id,
    kind,
    // Another password is another object: Asterisk registers again only if the registration has changed.
    auth: username === '' ? '' : `${id}-${fingerprint(username, password)}`,
    username,
    password,
    contact: `sip:${named}:${port}${by}`,
    client_uri: `sip:${encodeURIComponent(username)}@${named}:${port}${by}`,
    from_user: fromUser,
    from_domain: named,
    addresses: addresses.join(','),
    allow: codecs || CODECS,
    media_encryption: trunk.mediaEncryption,
  }
}

const fingerprint = (...parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)

/** Columns of the table `emergency_numbers`: the number at a domain, and how to call it. */
export const emergencyColumns = ['id', 'trunks', 'callerid'] as const

export type EmergencyRow = Readonly<Record<(typeof emergencyColumns)[number], string>>

export const emergencyRow = ({ domain, number, trunks, callerId }: PbxEmergencyRoute): EmergencyRow => ({
  id: `${number}@${domain}`,
  trunks: trunks.map(trunkEndpoint).join('&'),
  callerid: callerId,
})
