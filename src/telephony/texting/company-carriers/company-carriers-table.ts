import { table } from '../../telephony-tables.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    company_carriers: CompanyCarriersTable
  }
}

export type CarrierState = 'connecting' | 'connected' | 'disconnected'

/** The SMSC through which a company sends its texts, instead of the server's carrier. */
export interface CompanyCarriersTable {
  company_id: number
  /** new with each other account at an SMSC: ids of texts are unique there only */
  id: string
  host: string
  port: number
  system_id: string
  password_sealed: string
  tls: number
  /** JSON: the numbers that use it; null: all of the company */
  numbers: string | null
  /** new with each change */
  version: string
  state: CarrierState
  /** why there is no connection */
  problem: string | null
  state_at: number
  created_at: number
  updated_at: number
}

export const companyCarriersTable = table('company_carriers', ['company_id'])
