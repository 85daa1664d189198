import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    dids: DidsTable
  }
}

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
