import type { CallStatus, SubscriberState } from './pbx.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    pbx_intents: PbxIntentsTable
    pbx_accounts: PbxAccountsTable
  }
}

/** An extension of which PBX and database may disagree until the row is gone. */
export interface PbxIntentsTable {
  company_id: number
  instance_uuid: string
  number: number
  domain: string
  /** of the attempt that made it: only that one may clear it, or the repair */
  token: string
  created_at: number
}

/** The embedded PBX: what a SIP server would keep in its own database. */
export interface PbxAccountsTable {
  domain: string
  number: number
  ha1: string
  display_name: string
  state: SubscriberState
  call_status: CallStatus
}
