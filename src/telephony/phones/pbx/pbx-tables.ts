import { table } from '../../telephony-tables.ts'
import type { CallStatus, SubscriberState } from './pbx.ts'

declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    pbx_intents: PbxIntentsTable
    pbx_accounts: PbxAccountsTable
  }
}

/** While the row exists, PBX and database may disagree about the extension. */
export interface PbxIntentsTable {
  company_id: number
  instance_uuid: string
  number: number
  domain: string
  /** identifies the attempt: only it, or a repair, may delete the row */
  token: string
  created_at: number
}

/** Accounts of the embedded PBX, which a SIP server would have in its own database. */
export interface PbxAccountsTable {
  domain: string
  number: number
  ha1: string
  display_name: string
  state: SubscriberState
  call_status: CallStatus
}

export const pbxIntentsTable = table('pbx_intents', ['company_id', 'instance_uuid', 'number'])
export const pbxAccountsTable = table('pbx_accounts', ['domain', 'number'])
