import type { CertificateProblem } from '../../../platform/outgoing/probe-certificate.ts'
import { table } from '../../telephony-tables.ts'
import type { MediaEncryption, TrunkState } from '../pbx/pbx-trunk.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    trunks: TrunksTable
    trunk_addresses: TrunkAddressesTable
    dids: DidsTable
  }
}

/** A connection to a provider of phone calls. */
export interface TrunksTable {
  company_id: number
  /** unique on the server */
  id: string
  name: string
  /** `registration`: we register with the provider; `ip`: the provider is known by its addresses */
  kind: 'registration' | 'ip'
  host: string
  port: number
  transport: 'udp' | 'tcp' | 'tls'
  media_encryption: MediaEncryption
  username: string
  /** encrypted; null: none */
  password_sealed: string | null
  from_user: string
  callerid: string
  codecs: string
  enabled: number
  /** calls take the first trunk that works */
  place: number
  /** calls to the outside at once, and minutes within 24 hours; null: no limit but that of the company */
  max_calls: number | null
  max_minutes: number | null
  state: TrunkState
  state_changed_at: number | null
  /** why it does not work, if that is known */
  problem: CertificateProblem | null
  created_at: number
  updated_at: number
}

/** Where the calls of an `ip` trunk come from. A company has an address once; several companies can have it. */
export interface TrunkAddressesTable {
  company_id: number
  trunk_id: string
  address: string
  /** when the company named it */
  claimed_at: number
}

export const trunksTable = table('trunks', ['company_id', 'id'], { orderBy: ['place', 'id'] })
export const trunkAddressesTable = table('trunk_addresses', ['company_id', 'trunk_id', 'address'])

/** A number of the company that a provider delivers over its trunks, and where its calls go. */
export interface DidsTable {
  company_id: number
  id: string
  /** E.164 */
  number: string
  name: string
  /** `internal`: a number of an instance; `fax`: faxes are received */
  kind: 'internal' | 'fax'
  /** null for `fax` */
  instance_uuid: string | null
  /** the internal number; empty for `fax` */
  destination: string
  /** when the company got this number; the rest can change */
  number_at: number
  created_at: number
  updated_at: number
}

export const didsTable = table('dids', ['company_id', 'id'], { orderBy: ['number'] })
